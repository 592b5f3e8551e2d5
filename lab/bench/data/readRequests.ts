import type { Ask } from '../load/closedLoop.js';
import { inTurn } from '../load/inTurn.js';
import type { MadeNote } from '../search/noteMaker.js';
import { searchQueries } from '../search/searchQueries.js';
import { nameOf, PROJECTS } from './recombine.js';

/** The kinds of reads that are measured. */
export const READS = ['search', 'context', 'timeline', 'get', 'summary', 'stats'] as const;
export type Read = (typeof READS)[number];

/** The label of every read. Searches also have labels for their kind and their scope. */
export const ALL = 'all';

/** For each kind of read, a function that gives its requests one after the other, over and over. */
export type ReadRequests = Readonly<Record<Read, () => Ask>>;

/** Number of notes from which searches are made, spread over the vault. */
const SAMPLE = 1000;
/** Projects that fill a page of a timeline at every size. */
const LARGEST = 10;

export function readRequests(
  noteAt: (i: number) => MadeNote,
  size: number,
  ids: readonly string[],
): ReadRequests {
  const sample = sampleOf(noteAt, size);
  const searches = searchQueries(sample).flatMap(({ kind, scope, paths }) =>
    paths.map((path) => ({ labels: [ALL, kind, scope], path })),
  );
  // The largest project is requested as often as every other one.
  const of = (path: (project: string) => string, among = PROJECTS) =>
    inTurn(
      Array.from({ length: among }, (_, i) => ({
        labels: [ALL],
        path: path(encodeURIComponent(nameOf(i))),
      })),
    );
  return {
    search: inTurn(shuffled(searches)),
    context: of((project) => `/api/v1/context/${project}`),
    timeline: of((project) => `/api/v1/timeline/${project}?limit=100`, LARGEST),
    get: inTurn(ids.map((id) => ({ labels: [ALL], path: `/api/v1/observations/${id}` }))),
    summary: of((project) => `/api/v1/summary/${project}`),
    stats: inTurn([{ labels: [ALL], path: '/api/v1/stats' }]),
  };
}

/** One note from each stretch of the vault, each time at another offset, because notes repeat with each session. */
function sampleOf(noteAt: (i: number) => MadeNote, size: number): readonly MadeNote[] {
  const count = Math.min(size, SAMPLE);
  const stretch = size / count;
  return Array.from({ length: count }, (_, i) =>
    noteAt(Math.floor((i + ((i * 0.618) % 1)) * stretch)),
  );
}

/** The items in a fixed mixed order: many requests of one kind in a row would be answered from caches. */
function shuffled<T>(all: readonly T[]): readonly T[] {
  const step = all.findIndex((_, i) => i > all.length * 0.38 && coprime(i, all.length));
  // `step` and the length are coprime, so each index of `all` comes up once.
  return all.map((_, i) => all[(i * step) % all.length] as T);
}

function coprime(a: number, b: number): boolean {
  return b === 0 ? a === 1 : coprime(b, a % b);
}
