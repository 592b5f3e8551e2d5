import type { Observation, VaultClient } from 'memory-vault-client';
import { z } from 'zod';
import { projectKey } from '../../domain/names.js';
import { fenced, visibleLine } from '../../domain/untrustedText.js';
import { Failure } from '../answer.js';
import { oneProjectOf, type ProjectOfCall, projectOf, projectWith } from '../projectOf.js';
import { indexRows, READ_FOR_ROWS, rowsWithin } from '../text/noteText.js';
import { givenNote, READS, SinceTime, type Surroundings, tool, UntilTime } from '../tool.js';

/** For the rows; the answer as a whole has 1,000 tokens. */
const ROWS_BUDGET = 850;

export const timelineTool = tool({
  name: 'memory_timeline',
  description:
    'An index in order of time, oldest first: what came before and after a note (id), or what happened in a project ' +
    'between from and to; without any of them its newest notes. For why something was done, and what became of it.',
  input: z
    .object({
      id: z.string().trim().min(1).optional(),
      project: z.string().optional(),
      from: SinceTime.optional().describe('RFC 3339; to also'),
      to: UntilTime.optional(),
      before: z.string().trim().min(1).optional().describe('id of a note'),
      after: z.string().trim().min(1).optional().describe('those after it'),
      limit: z.int().min(1).max(50).default(20),
    })
    .refine(({ id, before, after }) => [id, before, after].filter(Boolean).length <= 1, {
      path: ['id'],
      error: 'does not go with before or after, nor these with each other',
    })
    .refine(({ id, project, from, to }) => !id || (project ?? from ?? to) === undefined, {
      path: ['id'],
      error: 'does not go with project, from or to',
    })
    .refine(({ before, to }) => !before || to === undefined, {
      path: ['before'],
      error: 'does not go with to',
    })
    .refine(({ after, from }) => !after || from === undefined, {
      path: ['after'],
      error: 'does not go with from',
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
      return shown(surroundings, ofProject, stretch, { from, to });
    }
    const params = { path: { id: noteId } };
    const { data: of } = await vault.GET('/api/v1/observations/{id}', { params });
    if (id !== undefined) {
      const ofNote = projectWith(surroundings, 'note', of.project);
      return shown(surroundings, ofNote, await around(vault, of, limit), { of });
    }
    const ofCall =
      project === undefined
        ? projectWith(surroundings, 'note', of.project)
        : projectOf(surroundings, project);
    if (after !== undefined && ofCall.name === undefined) throw noSuchList();
    // A note of another project is in no list of this one: only its time counts.
    const isListed =
      ofCall.name === undefined ||
      (of.project !== undefined && projectKey(of.project) === projectKey(ofCall.name));
    const start = { project: ofCall.name, of: isListed ? of : undefined };
    const stretch =
      before === undefined
        ? await startingAt(vault, { ...start, from: of.created_at, to }, limit)
        : await upTo(vault, { ...start, from, to: of.created_at }, limit);
    return shown(surroundings, ofCall, stretch, { from, to, before, after });
  },
});

const noSuchList = () =>
  new Failure('project_missing', 'after: goes with one project', {
    next: 'Give the argument project, or read all projects backwards with before',
  });

/** What a stretch was asked for with, and what is to be marked in it. */
interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly of?: Observation;
}

/** Why there is nothing to show. */
function hintFor({ from, to, before, after }: Asked): string {
  if (before !== undefined) return 'no notes before that one';
  if (after !== undefined) return 'no notes after that one';
  if (from !== undefined || to !== undefined) {
    return 'no notes in that time: leave from and to out, or use memory_search with project *';
  }
  return 'no notes in this project: memory_search with project * looks everywhere';
}

/** The rows that fit; around a note, those that are closest to it. */
function shown(
  { giving }: Surroundings,
  { name, said, isNamed }: ProjectOfCall,
  { notes, earlier, later }: Stretch,
  asked: Asked,
) {
  const { of } = asked;
  if (notes.length === 0) return { project: said, hint: hintFor(asked) };
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
  giving?.(notes.slice(start, end).map(givenNote));
  const first = notes[start];
  const last = notes[end - 1];
  // Else the next call would be about the project of that note.
  const all = name === undefined ? 'project *, ' : '';
  // Nor would it keep to the time that was asked for.
  const since = asked.from === undefined ? '' : `, from ${visibleLine(asked.from)}`;
  const until = asked.to === undefined ? '' : `, to ${visibleLine(asked.to)}`;
  const more = [
    ...(first && (earlier || start > 0) ? [`earlier: ${all}before ${first.id}${since}`] : []),
    ...(last && (later || end < notes.length) ? [`later: ${all}after ${last.id}${until}`] : []),
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

/** The newest notes up to a time, or before a note. */
async function upTo(
  vault: VaultClient,
  { project, from, to, of }: Start,
  limit: number,
): Promise<Stretch> {
  const list = (page: PageSize) => vault.observations({ project, from, to, ...page });
  const newest = await firstOf(list, { limit, largest: 100, of });
  return { notes: newest.slice(0, limit).reverse(), earlier: newest.length > limit };
}

/** The first notes of a project from a time on, or after a note. There is no such list of all projects. */
async function startingAt(
  vault: VaultClient,
  { project, from, to, of }: Start,
  limit: number,
): Promise<Stretch> {
  if (project === undefined) return { notes: [], later: false };
  const list = (page: PageSize) => vault.timeline(project, { from, to, ...page });
  const oldest = await firstOf(list, { limit, largest: 1000, of });
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
