const UNRELEASED = '## Unreleased\n';

/** What changed since the last release, as lines of Markdown; undefined without a part for it or with an empty one. */
export function unreleased(changelog: string): string | undefined {
  const [, after] = changelog.split(UNRELEASED);
  return after?.split(/^## /m)[0]?.trim() || undefined;
}

/** The changelog with its unreleased part under a version and its day (`YYYY-MM-DD`). */
export function datedChangelog(changelog: string, version: string, day: string): string {
  return changelog.replace(UNRELEASED, `## ${version} (${day})\n`);
}
