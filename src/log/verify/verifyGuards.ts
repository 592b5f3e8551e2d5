import { NOTE_EVENTS } from '../../events/observation.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { IdempotencyRecord, NewEvent } from '../eventLog.js';
import { type Guards, guardsOf } from '../guards.js';
import { orderedRows } from './orderedRows.js';
import type { Report } from './problem.js';

/** Compares guards with what the events tell. Events have to be shown in order of position. */
export interface GuardCheck {
  see(event: NewEvent, position: number): void;
  /** Called after the last event: what is left, no event has told. */
  end(): void;
  /** Called whatever happened. */
  close(): void;
}

type DedupRow = readonly [
  position: number,
  session_id: string,
  content_hash: string,
  stream: string,
];

type AnswerRow = readonly [
  position: number,
  key: string,
  fingerprint: string,
  stream: string,
  version: number,
  seal: Buffer | null,
];

const DEDUP = 'SELECT position, session_id, content_hash, stream FROM dedup ORDER BY position';
const ANSWERS = `SELECT position, key, fingerprint, stream, version, seal FROM idempotency
  WHERE position IS NOT NULL ORDER BY position`;

/** Both tables are read once, beside the events. */
export function guardCheck(log: Sql, report: Report): GuardCheck {
  const dedups = orderedRows<DedupRow>(log, DEDUP);
  const answers = orderedRows<AnswerRow>(log, ANSWERS);

  function seeDedup(event: NewEvent | undefined, position: number, told: Guards['dedup']): void {
    let missing = told !== undefined && told.content_hash !== null;
    for (let row = dedups.next(position); row; row = dedups.next(position)) {
      if (row[0] === position && isTold(row, event, told)) missing = false;
      else report('dedup', row[0], 'its guard against duplicates does not follow from the event');
    }
    if (missing && event && !hasLater(log, event)) {
      report('dedup', position, 'its guard against duplicates is missing');
    }
  }

  function seeAnswer(position: number, told: Guards['answer']): void {
    let missing = told !== undefined;
    for (let row = answers.next(position); row; row = answers.next(position)) {
      if (told && isSame(row, told)) missing = false;
      else
        report('idempotency', row[0], 'the answer to its request does not follow from the event');
    }
    if (missing) report('idempotency', position, 'the answer to its request is missing');
  }

  return {
    see(event, position) {
      const { dedup, answer } = guardsOf(event, position);
      seeDedup(event, position, dedup);
      seeAnswer(position, answer);
    },
    end() {
      seeDedup(undefined, Number.POSITIVE_INFINITY, undefined);
      seeAnswer(Number.POSITIVE_INFINITY, undefined);
    },
    close() {
      dedups.close();
      answers.close();
    },
  };
}

function isTold(row: DedupRow, event: NewEvent | undefined, told: Guards['dedup']): boolean {
  const [, session_id, content_hash, stream] = row;
  return (
    session_id === told?.session_id &&
    content_hash === told.content_hash &&
    stream === event?.stream
  );
}

function isSame(row: AnswerRow, told: IdempotencyRecord): boolean {
  const [position, key, fingerprint, stream, version, seal] = row;
  return (
    key === told.key &&
    fingerprint === told.fingerprint &&
    stream === told.stream &&
    version === told.version &&
    position === told.position &&
    seal === null
  );
}

/** Only the last event that changes a note has a guard: those before it had to give way. */
function hasLater(log: Sql, { stream, version }: NewEvent): boolean {
  return log.get(LATER, [stream, version, ...NOTE_EVENTS]) !== undefined;
}

const LATER = `SELECT 1 FROM events
  WHERE stream = ? AND version > ? AND type IN (${NOTE_EVENTS.map(() => '?').join(', ')})`;
