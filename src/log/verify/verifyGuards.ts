import type { Sql } from '../../sqlite/sqlite.js';
import type { NewEvent } from '../eventLog.js';
import { type Guards, guardsOf, hashStart } from '../guards.js';
import { hasGuard, hasLaterHolder, holderBefore } from '../sqlite/guardTable.js';
import { inText, shownId, shownKey } from '../sqlite/storedNames.js';
import type { Report } from './problem.js';

type DedupRow = readonly [position: number, scope: string, hash_start: string];

type AnswerRow = readonly [position: number, key: string, hasMore: number];

const DEDUP = `SELECT position, ${inText('scope')}, hash_start FROM dedup ORDER BY position`;
const ANSWERS = `SELECT position, ${inText('key')}, coalesce(fingerprint, stream, version, seal) IS NOT NULL
  FROM idempotency WHERE position IS NOT NULL ORDER BY position`;

export type GuardCheck = ReturnType<typeof guardCheck>;

/**
 * Compares the guards in the log with those that follow from the events. Reads both tables once, in step with the events.
 * Guards against duplicates are those of settled events only (`settle`).
 */
export function guardCheck(log: Sql, report: Report) {
  const dedups = orderedRows<DedupRow>(log, DEDUP);
  const answers = orderedRows<AnswerRow>(log, ANSWERS);
  const settled = log.get<{ position: number }>('SELECT position FROM head')?.position ?? 0;

  function seeDedup(
    event: NewEvent | undefined,
    position: number,
    expected: Guards['dedup'],
  ): void {
    let missing = Boolean(expected) && position <= settled;
    for (let row = dedups.next(position); row; row = dedups.next(position)) {
      if (row[0] === position && position <= settled && isExpected(row, expected)) missing = false;
      else report('dedup', row[0], 'its guard against duplicates does not follow from the event');
    }
    if (!event) return;
    // Only the last event that says what a stream holds has a guard: those before it had to give way.
    if (missing && !hasLaterHolder(log, event)) {
      report('dedup', position, 'its guard against duplicates is missing');
    }
    const before = expected !== undefined && event.version > 1 && holderBefore(log, event);
    if (before && hasGuard(log, before, before.position)) {
      const detail = 'its guard should have been replaced by that of a later revision';
      report('dedup', before.position, detail);
    }
  }

  function seeKeys(position: number, expected: readonly string[]): void {
    const missing = new Set(expected);
    for (let row = answers.next(position); row; row = answers.next(position)) {
      const [at, key, hasMore] = row;
      if (at !== position || hasMore !== 0 || !missing.delete(shownKey(key)))
        report('idempotency', at, 'the answer to its request does not follow from the event');
    }
    if (missing.size > 0) report('idempotency', position, 'the answer to its request is missing');
  }

  return {
    /** Call it for each event, in order of position. */
    see(event: NewEvent, position: number): void {
      const { dedup, answer, spent } = guardsOf(event, position);
      seeDedup(event, position, dedup);
      seeKeys(position, answer ? [answer.key, ...spent] : spent);
    },
    /** Call it after the last event: reports the guards that are left, which belong to no event. */
    end(): void {
      seeDedup(undefined, Number.POSITIVE_INFINITY, undefined);
      seeKeys(Number.POSITIVE_INFINITY, []);
    },
    /** Call it in any case, also after an error. */
    close(): void {
      dedups.close();
      answers.close();
    },
  };
}

const isExpected = ([, scope, start]: DedupRow, expected: Guards['dedup']) =>
  shownId(scope) === expected?.scope && start === hashStart(expected.hash);

/**
 * Reads the rows of a table in step with a walk through the events. `select` must return them in order of their first
 * column, the position. Each row is read once.
 */
function orderedRows<Row extends readonly [position: number, ...columns: unknown[]]>(
  log: Sql,
  select: string,
) {
  const rows = log.db.prepare<[], Row>(select).raw().iterate();
  let head: IteratorResult<Row> | undefined;
  return {
    /** The next row whose position is at most `position`; undefined when there is none. */
    next(position: number): Row | undefined {
      head ??= rows.next();
      if (head.done || head.value[0] > position) return undefined;
      const row = head.value;
      head = rows.next();
      return row;
    },
    /** Ends the reading. The connection can be closed only after that. */
    close(): void {
      rows.return?.();
    },
  };
}
