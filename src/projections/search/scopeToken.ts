import { sha256Hex } from '../../domain/sha256.js';
import type { ObservationRow } from '../observationRow.js';

/** What an observation can be found within, with the letter that keeps their names apart in the index. */
const LETTERS = {
  project: 'p',
  type: 't',
  team: 'm',
  country: 'c',
  author: 'a',
  tag: 'g',
  session_id: 's',
} as const;
/** A field whose values are words of the index. */
export type ScopeField = keyof typeof LETTERS;

/** Digests of names, of which the same few come again and again. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;

/** One word of the index for a project, team, tag …, whatever its name is made of. */
export function scopeToken(field: ScopeField, value: string): string {
  return LETTERS[field] + (known.get(value) ?? learn(value));
}

function learn(value: string): string {
  const digest = sha256Hex(value).slice(0, 16);
  if (known.size === MOST_KNOWN) known.clear();
  known.set(value, digest);
  return digest;
}

/** What the index calls the places of an observation: a word for each. `tags` are its own. */
export function scopeTokensOf(row: ObservationRow, tags: readonly string[]): string {
  const tokens: string[] = [];
  for (const field of SINGLE) {
    const value = row[field];
    if (value !== null) tokens.push(scopeToken(field, value));
  }
  for (const tag of tags) tokens.push(scopeToken('tag', tag));
  return tokens.join(' ');
}

const SINGLE = [
  'project',
  'type',
  'team',
  'country',
  'author',
  'session_id',
] as const satisfies readonly ScopeField[];
