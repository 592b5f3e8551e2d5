/** The path of a project's screen. Names may hold slashes and all else. */
export function projectPath(project: string): string {
  return `/project/${encodeURIComponent(project)}`;
}

/** The path of a prompt's screen. */
export function promptPath(name: string): string {
  return `/prompts/${encodeURIComponent(name)}`;
}
