import type { Observation, VaultClient } from 'memory-vault-client';
import { READ_FOR_ROWS } from './text/indexRows.js';

/** Some notes, oldest first, and whether there are others before and behind them, as far as that is known. */
export interface Stretch {
  readonly notes: readonly Observation[];
  readonly earlier?: boolean;
  readonly later?: boolean;
}

/** Where a list of notes begins: at a time, or behind the note `of`, which was made then. */
interface Start {
  readonly project: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly of?: Observation;
}

/** The newest notes up to a time, or before a note. */
export async function upTo(
  vault: VaultClient,
  { project, from, to, of }: Start,
  limit: number,
): Promise<Stretch> {
  const query = {
    ...(project !== undefined && { project }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  const list = (page: PageSize) => vault.observations({ ...query, ...page });
  const newest = await firstOf(list, { limit, largest: 100, of });
  return { notes: newest.slice(0, limit).reverse(), earlier: newest.length > limit };
}

/** The first notes of a project from a time on, or after a note. There is no such list of all projects. */
export async function startingAt(
  vault: VaultClient,
  { project, from, to, of }: Start,
  limit: number,
): Promise<Stretch> {
  if (project === undefined) return { notes: [], later: false };
  const query = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  const list = (page: PageSize) => vault.timeline(project, { ...query, ...page });
  const oldest = await firstOf(list, { limit, largest: 1000, of });
  return { notes: oldest.slice(0, limit), later: oldest.length > limit };
}

/** A note and those before and behind it. A note without a project has only notes before it. */
export async function around(vault: VaultClient, of: Observation, limit: number): Promise<Stretch> {
  const { project, created_at } = of;
  const [before, after] = await Promise.all([
    upTo(vault, { project, to: created_at, of }, limit),
    startingAt(vault, { project, from: created_at, of }, limit),
  ]);
  const notes = [...before.notes, of, ...after.notes];
  const at = before.notes.length;
  const start = Math.max(0, Math.min(at - Math.floor((limit - 1) / 2), notes.length - limit));
  return {
    notes: notes.slice(start, start + limit),
    earlier: before.earlier === true || start > 0,
    later: after.later === true || start + limit < notes.length,
  };
}

interface PageSize {
  readonly limit: number;
  readonly content_limit: number;
}

/** Characters of each note that is read only to get past it. They still tell about how long a whole note is. */
const READ_IN_PASSING = 200;

/**
 * The first notes of a list, one more than `limit` where there are more; those behind the note `of`, where it is given.
 * Thousands of notes may be of one second: where the first page has not got past `of`, they are read in the largest pages.
 */
async function firstOf(
  list: (page: PageSize) => AsyncIterable<Observation>,
  { limit, largest, of }: { limit: number; largest: number; of: Observation | undefined },
): Promise<Observation[]> {
  // With the note at which the list begins, and one that shows whether there are more.
  const page = { limit: limit + 2, content_limit: READ_FOR_ROWS };
  const found = await behind(list(page), { limit, of, most: page.limit });
  if (found) return found;
  return (
    (await behind(list({ limit: largest, content_limit: READ_IN_PASSING }), { limit, of })) ?? []
  );
}

/**
 * The same of one list, which is followed from page to page, since a page may end early. Undefined when `of` is not among
 * the first `most` notes.
 */
async function behind(
  list: AsyncIterable<Observation>,
  { limit, of, most }: { limit: number; of: Observation | undefined; most?: number },
): Promise<Observation[] | undefined> {
  const found: Observation[] = [];
  let isBehind = of === undefined;
  let passed = 0;
  for await (const note of list) {
    // The note itself may have been forgotten meanwhile.
    isBehind ||= note.created_at !== of?.created_at;
    if (isBehind) found.push(note);
    else passed += 1;
    if (found.length > limit) break;
    isBehind ||= note.id === of?.id;
    if (!isBehind && passed === most) return undefined;
  }
  return found;
}
