import type { Observation, VaultClient } from 'memory-vault-client';
import { z } from 'zod';
import { oneProjectOf, type ProjectOfCall, projectOf, projectWith } from '../projectOf.js';
import { fenced } from '../text/fenced.js';
import { indexRows, READ_FOR_ROWS, rowsWithin } from '../text/indexRows.js';
import { READS, tool } from '../tool.js';

/** For the rows; the answer as a whole has 1,000 tokens. */
const ROWS_BUDGET = 850;

/** Some notes, oldest first, and whether there are others before and behind them, as far as that is known. */
interface Stretch {
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

export const timelineTool = tool({
  name: 'memory_timeline',
  description:
    'An index in order of time, oldest first: what came before and after a note (id), or what happened in a project ' +
    'between from and to; without any of them its newest notes. For why something was done, and what became of it.',
  input: z
    .object({
      id: z.string().trim().min(1).optional(),
      project: z.string().optional(),
      from: z.string().optional().describe('RFC 3339'),
      to: z.string().optional(),
      before: z.string().trim().min(1).optional().describe('id, as more says'),
      after: z.string().trim().min(1).optional(),
      limit: z.int().min(1).max(50).default(20),
    })
    .refine(({ id, before, after }) => [id, before, after].filter(Boolean).length <= 1, {
      path: ['id'],
      error: 'does not go with before or after, nor these with each other',
    }),
  annotations: READS,
  async answer({ id, project, from, to, before, after, limit }, surroundings) {
    const { vault } = surroundings;
    const noteId = id ?? before ?? after;
    if (noteId === undefined) {
      const ofProject = oneProjectOf(surroundings, project);
      const start = { project: ofProject.name, from, to };
      const stretch =
        from === undefined
          ? await upTo(vault, start, limit)
          : await startingAt(vault, start, limit);
      return shown(ofProject, stretch);
    }
    const params = { path: { id: noteId } };
    const { data: of } = await vault.GET('/api/v1/observations/{id}', { params });
    if (id !== undefined) {
      const ofNote = projectWith(surroundings, 'note', of.project);
      return shown(ofNote, await around(vault, of, limit), of);
    }
    const ofCall =
      project === undefined
        ? projectWith(surroundings, 'note', of.project)
        : projectOf(surroundings, project);
    const start = { project: ofCall.name, of };
    const stretch =
      before === undefined
        ? await startingAt(vault, { ...start, from: of.created_at, to }, limit)
        : await upTo(vault, { ...start, from, to: of.created_at }, limit);
    return shown(ofCall, stretch);
  },
});

/** The rows that fit; around a note, those that are closest to it. */
function shown(
  { name, said, isNamed }: ProjectOfCall,
  { notes, earlier, later }: Stretch,
  of?: Observation,
) {
  if (notes.length === 0) {
    const hint =
      'no notes in that time: leave from and to out, or use memory_search with project *';
    return { project: said, hint };
  }
  const rows = indexRows(notes, { project: !isNamed }).map((row, i) =>
    notes[i]?.id === of?.id ? `${row} <- this` : row,
  );
  // A list that goes on later is read from its beginning.
  const at = of
    ? notes.findIndex(({ id }) => id === of.id)
    : earlier === undefined
      ? 0
      : rows.length - 1;
  const { start, end } = window(rows, at);
  const first = notes[start];
  const last = notes[end - 1];
  // Else the next call would be about the project of that note.
  const all = name === undefined ? 'project *, ' : '';
  const more = [
    ...(first && (earlier || start > 0) ? [`earlier: ${all}before ${first.id}`] : []),
    ...(last && (later || end < notes.length) ? [`later: ${all}after ${last.id}`] : []),
  ];
  return {
    project: said,
    recalled: fenced(rows.slice(start, end).join('\n')),
    more: more.length > 0 ? more.join('; ') : undefined,
  };
}

/** As many rows around one as the budget allows, by turns before and behind it. */
function window(rows: readonly string[], at: number): { start: number; end: number } {
  const distance = (i: number) => Math.abs(i - at);
  const nearest = rows.map((_, i) => i).sort((a, b) => distance(a) - distance(b));
  const taken = rowsWithin(
    nearest.map((i) => rows[i] ?? ''),
    ROWS_BUDGET,
  ).length;
  const kept = nearest.slice(0, taken);
  return { start: Math.min(...kept), end: Math.max(...kept) + 1 };
}

/** The newest notes up to a time, or before a note. */
async function upTo(
  vault: VaultClient,
  { project, from, to, of }: Start,
  limit: number,
): Promise<Stretch> {
  const query = {
    ...(project !== undefined && { project }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...pagesOf(limit),
  };
  const newest = await firstOf(vault.observations(query), limit, of);
  return { notes: newest.slice(0, limit).reverse(), earlier: newest.length > limit };
}

/** The first notes of a project from a time on, or after a note. There is no such list of all projects. */
async function startingAt(
  vault: VaultClient,
  { project, from, to, of }: Start,
  limit: number,
): Promise<Stretch> {
  if (project === undefined) return { notes: [], later: false };
  const query = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...pagesOf(limit),
  };
  const oldest = await firstOf(vault.timeline(project, query), limit, of);
  return { notes: oldest.slice(0, limit), later: oldest.length > limit };
}

/** A note and those before and behind it. A note without a project has only notes before it. */
async function around(vault: VaultClient, of: Observation, limit: number): Promise<Stretch> {
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

/** With the note at which a list begins, and one that shows whether there are more. */
const pagesOf = (limit: number) => ({ limit: limit + 2, content_limit: READ_FOR_ROWS });

/**
 * The first notes of a list, one more than `limit` where there are more; those behind the note `of`, where it is given.
 * Follows a list from page to page: a page may end early, and many notes may be of one second.
 */
async function firstOf(
  list: AsyncIterable<Observation>,
  limit: number,
  of: Observation | undefined,
): Promise<Observation[]> {
  const found: Observation[] = [];
  let behind = of === undefined;
  for await (const note of list) {
    // The note itself may have been forgotten meanwhile.
    if (behind || note.created_at !== of?.created_at) found.push(note);
    if (found.length > limit) break;
    behind ||= note.id === of?.id;
  }
  return found;
}
