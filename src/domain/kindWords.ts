/** Kinds whose name is not the word for several of them. */
const WORDS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  observations: ['note', 'notes'],
  told: ['record of a session', 'records of sessions'],
  conventions: ['set of conventions', 'sets of conventions'],
  repositories: ['repository', 'repositories'],
};

/** The word for `count` of a kind of a receipt or an import: `notes` for 2 `observations`, `session` for one of `sessions`. */
export function kindWord(count: number, kind: string): string {
  const name = kind.replace(/s$/, '');
  const [one, several] = (Object.hasOwn(WORDS, kind) && WORDS[kind]) || [name, `${name}s`];
  return count === 1 ? one : several;
}
