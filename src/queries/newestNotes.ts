import { setImmediate as nextTurn } from 'node:timers/promises';
import { projectKey } from '../domain/names.js';
import type { ObservationType } from '../domain/observation.js';
import { isSmall } from '../domain/smallNote.js';
import type { Sql } from '../sqlite/sqlite.js';
import { IS_PINNED, SINKS } from './observationOf.js';
import { END, type FoundPlace, type Place } from './search/findNewest.js';
import { CURRENT_AS_OF, type Seen, visible, visibleTo } from './visible.js';

/** Notes at most that are looked through for others than those of one author, type, session or import. */
const MOST_COMPARED = 10_000;

/** Rows that are read in one turn of the event loop. */
const IN_A_TURN = 500;

/** Which notes are chosen. */
interface Wanted {
  readonly limit: number;
  /** Whether none of their groups may have more than half of the places, and small ones more than a quarter. */
  readonly spread: boolean;
  /** Positions of notes that are shown already. */
  readonly except: ReadonlySet<number>;
}

/** The newest notes of a project that hold and are not pinned, however many behind them do not hold. */
export async function newestNotes(
  views: () => Promise<Sql>,
  seen: Seen,
  { limit, spread, except }: Wanted,
): Promise<readonly FoundPlace[]> {
  const choice = choiceOf(limit, (group) =>
    spread ? Math.ceil(limit / (group === SMALL ? 4 : 2)) : limit,
  );
  const holding: Candidate[] = [];
  let last: Place = END;
  // Few are enough where nothing is left out.
  for (let count = 2 * limit; ; count = IN_A_TURN) {
    const rows = rowsBehind(await views(), seen, last, count);
    const more = rows
      .filter((row) => row.pinned === 0 && row.superseded === 0 && !except.has(row.position))
      .map((row) => ({ place: row, groups: groupsOf(row) }));
    choice.take(more, 0);
    holding.push(...more);
    if (choice.isFull() || rows.length < count || holding.length >= MOST_COMPARED) break;
    last = rows.at(-1) ?? last;
    await nextTurn();
  }
  // What all notes have in common, such as an author, must not let a flood in that is one by its type as well.
  for (let over = 1; over <= MOST_GROUPS; over += 1) choice.take(holding, over);
  return holding.filter(choice.has).map(({ place }) => place);
}

/** A note that may be chosen, and what it has in common with others when one flood of them hides all others. */
interface Candidate {
  readonly place: FoundPlace;
  readonly groups: readonly string[];
}

interface Row extends FoundPlace {
  readonly type: ObservationType;
  readonly title: string;
  /** Of the content. */
  readonly bytes: number;
  readonly author: string | null;
  readonly session_id: string | null;
  /** The import that wrote the note. */
  readonly run: string | null;
  readonly pinned: 0 | 1;
  readonly superseded: 0 | 1;
}

function rowsBehind(
  views: Sql,
  { sees, project, as_of, at }: Seen,
  last: Place,
  count: number,
): Row[] {
  const { created_at, first } = last;
  return views.all<Row>(
    `SELECT position, created_at, first, type, title, octet_length(content) AS bytes, author, session_id,
       (SELECT run FROM imported WHERE stream = 'observation/' || o.id LIMIT 1) AS run,
       ${IS_PINNED} AS pinned, ${SINKS} AS superseded
     FROM observations AS o
     WHERE project_key = :project AND ${visible()} AND ${CURRENT_AS_OF}
       AND (created_at, first) < (:created_at, :first)
     ORDER BY created_at DESC, first DESC LIMIT :count`,
    { ...visibleTo(sees), project: projectKey(project), as_of, at, count, created_at, first },
  );
}

/** A choice of `limit` notes, of which so many as `most` says may be of one group. */
function choiceOf(limit: number, most: (group: string) => number) {
  const counts = new Map<string, number>();
  const chosen = new Set<Candidate>();
  const countOf = (group: string) => counts.get(group) ?? 0;
  return {
    isFull: () => chosen.size >= limit,
    has: (note: Candidate) => chosen.has(note),
    /** Takes the first notes of which at most `over` groups are full, as far as there is place. */
    take(notes: readonly Candidate[], over: number): void {
      for (const note of notes) {
        if (chosen.size >= limit) return;
        if (chosen.has(note)) continue;
        if (note.groups.filter((group) => countOf(group) >= most(group)).length > over) continue;
        for (const group of note.groups) counts.set(group, countOf(group) + 1);
        chosen.add(note);
      }
    },
  };
}

/** Of one note. */
const MOST_GROUPS = 5;

/** The group of notes that are told in a few words. */
const SMALL = 'small';

/** Notes that have no session, or came with no import, have nothing in common by that. */
function groupsOf(row: Row): readonly string[] {
  const { type, author, session_id, run } = row;
  return [
    ...(isSmall(row) ? [SMALL] : []),
    `type ${type}`,
    `author ${author ?? ''}`,
    ...(session_id === null ? [] : [`session ${session_id}`]),
    ...(run === null ? [] : [`import ${run}`]),
  ];
}
