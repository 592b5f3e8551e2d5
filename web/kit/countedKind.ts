import { counted } from './format.js';

/** Kinds whose name is not the word for several of them. */
const WORDS: Readonly<Record<string, readonly [one: string, several?: string]>> = {
  observations: ['note'],
  told: ['record of a session', 'records of sessions'],
  conventions: ['set of conventions', 'sets of conventions'],
  repositories: ['repository', 'repositories'],
};

/** "2 notes" of the kind `observations`, "1 session" of the kind `session` or `sessions`. */
export function countedKind(n: number, kind: string): string {
  const [one, several] = (Object.hasOwn(WORDS, kind) && WORDS[kind]) || [kind.replace(/s$/, '')];
  return counted(n, one, several);
}
