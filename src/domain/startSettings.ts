import { membersOf } from './json.js';

/** What an agent can be told of a project at the start of a session, in this order if nobody says another one. `layers` are always last. */
export const START_PARTS = [
  'summary',
  'conventions',
  'pinned',
  'files',
  'newest',
  'layers',
] as const;
export type StartPart = (typeof START_PARTS)[number];

/** What a project wants its agents to be told at the start. */
export interface StartSettings {
  /** At most so many tokens of what is recalled. */
  readonly tokens?: number;
  /** These parts, in this order. */
  readonly parts?: readonly StartPart[];
}

/** Files that a context is asked for with. A branch that touches more is told those that changed last. */
export const MOST_FILES = 50;

/** Longer paths are told neither by a hook nor to one, so that messages stay small: 100 notes have at most 2,000 anchors. */
export const LONGEST_PATH = 256;

/** The name under which the answer tells the hook which notes are in it. */
export const GIVEN_META = 'memory-vault/given';

/** The member of the `_meta` of an answer that says how the project of the repository is called in that vault. */
export const PROJECT_META = 'memory-vault/project';

/** The name under which a hook tells a service the files of the branch and the parts that the project wants. */
export const START_META = 'memory-vault/start';

/** A context of fewer tokens says nothing. */
export const LEAST_TOKENS = 300;
const MOST_TOKENS = 5_000;

export const START_RULE = `must be {"tokens": ${LEAST_TOKENS} to ${MOST_TOKENS}, "parts": [some of "${START_PARTS.join('", "')}"]}, or false`;

/** Settings as a file says them; undefined where one of them is wrong. */
export function readStart(value: unknown): StartSettings | undefined {
  const { tokens, parts, ...others } = membersOf(value);
  const isRight =
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.keys(others).length === 0 &&
    (tokens === undefined || areTokens(tokens)) &&
    (parts === undefined || areParts(parts));
  return isRight
    ? { ...(areTokens(tokens) && { tokens }), ...(areParts(parts) && { parts }) }
    : undefined;
}

const areTokens = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= LEAST_TOKENS && Number(value) <= MOST_TOKENS;

/** True for parts that each come once. */
export function areParts(value: unknown): value is readonly StartPart[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  const known: readonly unknown[] = START_PARTS;
  return value.every((part) => known.includes(part)) && new Set(value).size === value.length;
}
