import type { Observation, VaultClient } from 'memory-vault-client';
import { z } from 'zod';
import { oneProjectOf, projectOf } from '../projectOf.js';
import { fenced } from '../text/fenced.js';
import { indexRows, READ_FOR_ROWS, rowsWithin } from '../text/indexRows.js';
import { READS, tool } from '../tool.js';

/** For the rows; the answer as a whole has 1,000 tokens. */
const ROWS_BUDGET = 850;

/** Some notes of a project, oldest first, and whether there are others before and behind them. */
interface Stretch {
  readonly notes: readonly Observation[];
  readonly earlier: boolean;
  readonly later: boolean;
}

export const timelineTool = tool({
  name: 'memory_timeline',
  description:
    'An index in order of time, oldest first: what came before and after a note (id), or what happened in a project ' +
    'between from and to; without any of them its newest notes. For why something was done, and what became of it.',
  input: z.object({
    id: z.string().trim().min(1).optional(),
    project: z.string().optional(),
    from: z.string().optional().describe('RFC 3339'),
    to: z.string().optional(),
    limit: z.int().min(1).max(50).default(20),
  }),
  annotations: READS,
  async answer({ id, project, from, to, limit }, surroundings) {
    const { vault } = surroundings;
    if (id !== undefined) {
      const { data: note } = await vault.GET('/api/v1/observations/{id}', {
        params: { path: { id } },
      });
      const { said } = projectOf(surroundings, note.project);
      return shown(said, await around(vault, note, limit), note);
    }
    const { name, said } = oneProjectOf(surroundings, project);
    const stretch =
      from === undefined
        ? await upTo(vault, { project: name, to }, limit)
        : await startingAt(vault, { project: name, from, to }, limit);
    if (stretch.notes.length === 0) {
      return {
        project: said,
        hint: 'no notes in that time: leave from and to out, or use memory_search with project *',
      };
    }
    return shown(said, stretch);
  },
});

/** The rows that fit; around a note, those that are closest to it. */
function shown(project: string, { notes, earlier, later }: Stretch, of?: Observation) {
  const rows = indexRows(notes).map((row, i) => (notes[i]?.id === of?.id ? `${row} <- this` : row));
  const at = of ? notes.findIndex(({ id }) => id === of.id) : notes.length - 1;
  const { start, end } = window(rows, Math.max(0, at));
  const first = notes[start];
  const last = notes[end - 1];
  const more = [
    ...(first && (earlier || start > 0) ? [`earlier: to ${first.created_at}`] : []),
    ...(last && (later || end < notes.length) ? [`later: from ${last.created_at}`] : []),
  ];
  return {
    project,
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

/** The newest notes of a project up to a time. */
async function upTo(
  vault: VaultClient,
  { project, to }: { project: string | undefined; to?: string | undefined },
  limit: number,
): Promise<Stretch> {
  const query = {
    ...(project !== undefined && { project }),
    ...(to !== undefined && { to }),
    limit: limit + 1,
    content_limit: READ_FOR_ROWS,
  };
  const { data } = await vault.GET('/api/v1/observations', { params: { query } });
  // Only a request with ids gets anything else than a list.
  const newest = Array.isArray(data) ? data : [];
  return {
    notes: newest.slice(0, limit).reverse(),
    earlier: newest.length > limit,
    later: to !== undefined,
  };
}

/** The first notes of a project from a time on. */
async function startingAt(
  vault: VaultClient,
  { project, from, to }: { project: string; from: string; to?: string | undefined },
  limit: number,
): Promise<Stretch> {
  const { data } = await vault.GET('/api/v1/timeline/{project}', {
    params: {
      path: { project },
      query: {
        from,
        ...(to !== undefined && { to }),
        limit: limit + 1,
        content_limit: READ_FOR_ROWS,
      },
    },
  });
  return { notes: data.slice(0, limit), earlier: true, later: data.length > limit };
}

/** A note and those before and behind it. A note without a project has only notes before it. */
async function around(vault: VaultClient, note: Observation, limit: number): Promise<Stretch> {
  const { project, created_at } = note;
  const [before, after] = await Promise.all([
    upTo(vault, { project, to: created_at }, limit),
    project === undefined
      ? { notes: [], later: false }
      : startingAt(vault, { project, from: created_at }, limit),
  ]);
  // Notes of the same second are in both.
  const all = new Map([...before.notes, note, ...after.notes].map((one) => [one.id, one]));
  const notes = [...all.values()].sort(
    (a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id),
  );
  const at = notes.findIndex(({ id }) => id === note.id);
  const start = Math.max(0, Math.min(at - Math.floor((limit - 1) / 2), notes.length - limit));
  return {
    notes: notes.slice(start, start + limit),
    earlier: before.earlier || start > 0,
    later: after.later || start + limit < notes.length,
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
