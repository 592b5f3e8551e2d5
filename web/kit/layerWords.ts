const WORDS: Readonly<Record<string, string>> = {
  personal: 'only yours, read with all projects',
  everywhere: 'read with all projects',
};

/** What is said of a project whose notes come with those of any other; undefined for all others. */
export function layerWords(project: string): string | undefined {
  const name = project.toLowerCase();
  return Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
}
