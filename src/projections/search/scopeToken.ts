import {
  FILTER_NAMES,
  type FilterName,
  type FiltersWith,
  SEARCH_FILTERS,
} from '../../domain/searchFilters.js';
import { sha256Hex } from '../../domain/sha256.js';
import type { ObservationRow } from '../observationRow.js';

/** A filter whose values are words of the index. */
export type ScopeField = FiltersWith<'letter', string>;

/** Whether the values of a filter are words of the index. */
export function isScopeField(name: FilterName): name is ScopeField {
  return SEARCH_FILTERS[name].letter !== null;
}

/** Digests of names, of which the same few come again and again. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;

/** One word of the index for a project, team, tag …, whatever its name is made of. */
export function scopeToken(field: ScopeField, value: string): string {
  return SEARCH_FILTERS[field].letter + digestOf(value);
}

/** The first letter of the words for walls. No filter may have it: that would not compile. */
const WALL: 'w' extends (typeof SEARCH_FILTERS)[ScopeField]['letter'] ? never : 'w' = 'w';

/** The word of the index for what stands behind a wall: each observation has one. */
export function wallToken(wall: string): string {
  return WALL + digestOf(wall);
}

const digestOf = (value: string) => known.get(value) ?? learn(value);

function learn(value: string): string {
  const digest = sha256Hex(value).slice(0, 16);
  if (known.size === MOST_KNOWN) known.clear();
  known.set(value, digest);
  return digest;
}

/** The columns from which the words are made, those of lists aside. */
type ScopeColumn = Extract<(typeof SEARCH_FILTERS)[ScopeField], { compare: 'equals' }>['column'];

/** What the index calls the places of an observation: a word for each. `lists` are the columns that hold lists. */
export function scopeTokensOf(
  row: Pick<ObservationRow, ScopeColumn | 'wall'>,
  lists: { readonly tags: readonly string[] },
): string {
  const tokens = [wallToken(row.wall)];
  for (const field of SCOPE_FIELDS) {
    const filter = SEARCH_FILTERS[field];
    const values = filter.compare === 'equals' ? [row[filter.column]] : lists[filter.column];
    for (const value of values) if (value !== null) tokens.push(scopeToken(field, value));
  }
  return tokens.join(' ');
}

const SCOPE_FIELDS = FILTER_NAMES.filter(isScopeField);
