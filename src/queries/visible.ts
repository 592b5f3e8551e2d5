import { NO_WALL, OF_PERSON, type Visibility, wallOf } from '../domain/caller.js';
import { toSeconds } from '../domain/time.js';
import { wallKey } from '../events/recorded.js';
import type { EventLog } from '../log/eventLog.js';

/** SQL for a column that holds a wall, or the key of one: the caller may see behind it. `:wall…` are those of `visibleTo`. */
const seenBehind = (column: string, wall: string) =>
  `(${column} IN (:wall_none, :${wall}, :${wall}_own)
    OR :wall_all AND (:${wall}_own IS NULL OR ${column} NOT GLOB '${OF_PERSON}*'))`;

/**
 * SQL for a row with a column `wall`, of the table that `of` names: holds for what the caller may see. `project` is SQL for the key of
 * its project: `NO_PROJECT` for what is in none.
 */
export const visible = (of = '', project = `${of}project_key`) =>
  `(${seenBehind(`${of}wall`, 'wall')}
    AND (:wall_projects IS NULL OR ${project} IN (SELECT value FROM json_each(:wall_projects))))`;

/** The project of what is in none: a caller that is bound to projects does not see it. */
export const NO_PROJECT = 'NULL';

/** The same for a row with a column `wall_key`, about a note that the caller sees. */
export const visibleByKey = (of = '') => seenBehind(`${of}wall_key`, 'wall_key');

/** The parameters of `visible` and `visibleByKey`. */
export function visibleTo(sees: Visibility) {
  const { kind, person, projects } = sees;
  const team = kind === 'team' ? sees.team : undefined;
  return {
    wall_all: Number(kind === 'all'),
    // Twice the own wall, where nothing else is seen.
    wall_none: kind === 'own' ? sees.person : NO_WALL,
    wall: team === undefined ? null : wallOf(team),
    wall_own: person ?? null,
    wall_projects: projects ? JSON.stringify(projects) : null,
    wall_key: team === undefined ? null : wallKey(team),
    wall_key_own: person === undefined ? null : wallKey(person),
  };
}

/** The read models from which observations are shown: those who saved them are looked up among the members. */
export function shownFrom(sees: Visibility): readonly [string, ...string[]] {
  return sees.savers ? ['observations', 'teams'] : ['observations'];
}

/** A position in the log. A query answers with the state after that event. */
export type AsOf = number;

/** The state after the newest event. */
export const NOW: AsOf = Number.MAX_SAFE_INTEGER;

/** The instant that an answer is of. Its members are parameters of SQL. */
export interface Instant {
  readonly as_of: AsOf;
  /** In seconds since 1970: what was past its time then. */
  readonly at: number;
}

/** The state after the newest event, at a time in milliseconds since 1970. */
export const nowAt = (ms: number): Instant => ({ as_of: NOW, at: toSeconds(ms) });

/** A project as somebody saw it. */
export interface Seen extends Instant {
  readonly sees: Visibility;
  readonly project: string;
}

/** SQL condition: the revision of each observation that was current at `:as_of`. */
export const CURRENT_AS_OF = 'position <= :as_of AND (until IS NULL OR until > :as_of)';

/** The last position at or before a time in milliseconds since 1970. Binary search: times never decrease along the log. */
export async function positionAt(log: EventLog, at: number): Promise<AsOf> {
  let before = 0;
  let after = (await log.head()).position + 1;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const [event] = await log.readAfter(middle - 1, 1);
    if (event && event.at <= at) before = middle;
    else after = middle;
  }
  return before;
}
