import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Visibility } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import type { Observation } from '../domain/observation.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { inSlices, type Slices } from './inSlices.js';
import { rowsAt } from './listObservations.js';
import { IS_PINNED, IS_SUPERSEDED, observationOf } from './observationOf.js';
import { type FoundPlace, findNewest, type Place } from './search/findNewest.js';
import { type AsOf, CURRENT_AS_OF, NOW, visible, visibleTo } from './visible.js';

/** Whose context is asked for, and how many notes of it. */
interface ContextRequest {
  readonly project: string;
  readonly limit: number;
  /** Whether no author, type, session or import may have more than half of the places of notes that are not pinned. */
  readonly spread?: boolean | undefined;
  readonly as_of?: AsOf | undefined;
}

/** The read model that a context is made from, besides those of `shownFrom`. */
export const CONTEXT_FROM = 'imports';

/**
 * What to know of a project: its pinned notes, newest first, then its newest other ones. Those whose place another note took
 * are left out, unless they are pinned. Pinned notes have half of the places, and those that the others leave.
 */
export async function* getContext(
  views: () => Promise<Sql>,
  sees: Visibility,
  request: ContextRequest,
): Slices<Observation> {
  const { project, limit, as_of = NOW } = request;
  const filters = { project, as_of, pinned: true as const };
  const pinned = findNewest(await views(), { sees, filters, limit });
  const left = limit - Math.min(pinned.length, Math.ceil(limit / 2));
  const others = await newestOthers(views, { sees, project, as_of }, left, request.spread ?? false);
  const places = [...pinned.slice(0, limit - others.length), ...others];
  const positions = places.map(({ position }) => position);
  yield* inSlices<ObservationRow, Observation>({
    views,
    after: (open, last) => rowsAt(open, positions, last),
    toItem: (open, row) => observationOf(open, row, { sees, as_of }),
  });
}

/** Notes at most that are looked through for others than those of one author, type, session or import. */
const MOST_COMPARED = 10_000;

/** Rows that are read in one turn of the event loop. */
const IN_A_TURN = 500;

/** A project as somebody saw it. */
interface Seen {
  readonly sees: Visibility;
  readonly project: string;
  readonly as_of: AsOf;
}

/** The newest notes that hold and are not pinned, however many behind them do not hold. */
async function newestOthers(
  views: () => Promise<Sql>,
  seen: Seen,
  limit: number,
  isSpread: boolean,
): Promise<readonly FoundPlace[]> {
  const choice = choiceOf(limit, isSpread ? Math.ceil(limit / 2) : limit);
  const holding: Row[] = [];
  let last: Place = END;
  // Few are enough where nothing is left out.
  for (let count = 2 * limit; ; count = IN_A_TURN) {
    const rows = rowsBehind(await views(), seen, last, count);
    const more = rows.filter(({ pinned, superseded }) => pinned === 0 && superseded === 0);
    choice.take(more, 0);
    holding.push(...more);
    if (choice.isFull() || rows.length < count || holding.length >= MOST_COMPARED) break;
    last = rows.at(-1) ?? last;
    await nextTurn();
  }
  // What all notes have in common, such as an author, must not let a flood in that is one by its type as well.
  for (let over = 1; over <= MOST_GROUPS; over += 1) choice.take(holding, over);
  return holding.filter(choice.has);
}

/** A note that may be in the context. */
interface Row extends FoundPlace, Groups {
  readonly pinned: 0 | 1;
  readonly superseded: 0 | 1;
}

function rowsBehind(views: Sql, { sees, project, as_of }: Seen, last: Place, count: number): Row[] {
  const { created_at, first } = last;
  return views.all<Row>(
    `SELECT position, created_at, first, type, author, session_id,
       (SELECT run FROM imported WHERE stream = 'observation/' || o.id LIMIT 1) AS run,
       ${IS_PINNED} AS pinned, ${IS_SUPERSEDED} AS superseded
     FROM observations AS o
     WHERE project_key = :project AND ${visible()} AND ${CURRENT_AS_OF}
       AND (created_at, first) < (:created_at, :first)
     ORDER BY created_at DESC, first DESC LIMIT :count`,
    { ...visibleTo(sees), project: projectKey(project), as_of, count, created_at, first },
  );
}

/** Later than every time, and behind every position. */
const END: Place = { created_at: Number.MAX_SAFE_INTEGER, first: Number.MAX_SAFE_INTEGER };

/** What notes have in common when one flood of them hides all others; null is nothing. */
interface Groups {
  readonly type: string;
  readonly author: string | null;
  readonly session_id: string | null;
  /** The import that wrote the note. */
  readonly run: string | null;
}

/** A choice of `limit` notes, of which `most` may have the same type, author (or none), session or import. */
function choiceOf(limit: number, most: number) {
  const counts = new Map<string, number>();
  const chosen = new Set<Groups>();
  const countOf = (group: string) => counts.get(group) ?? 0;
  return {
    isFull: () => chosen.size >= limit,
    has: (note: Groups) => chosen.has(note),
    /** Takes the first notes of which at most `over` groups have `most` notes already, as far as there is place. */
    take(notes: readonly Groups[], over: number): void {
      for (const note of notes) {
        if (chosen.size >= limit) return;
        if (chosen.has(note)) continue;
        const groups = groupsOf(note);
        if (groups.filter((group) => countOf(group) >= most).length > over) continue;
        for (const group of groups) counts.set(group, countOf(group) + 1);
        chosen.add(note);
      }
    },
  };
}

/** Of one note. */
const MOST_GROUPS = 4;

/** Notes that have no session, or came with no import, have nothing in common by that. */
function groupsOf({ type, author, session_id, run }: Groups): readonly string[] {
  return [
    `type ${type}`,
    `author ${author ?? ''}`,
    ...(session_id === null ? [] : [`session ${session_id}`]),
    ...(run === null ? [] : [`import ${run}`]),
  ];
}
