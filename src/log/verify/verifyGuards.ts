import type { Sql } from '../../sqlite/sqlite.js';
import type { IdempotencyRecord, NewEvent } from '../eventLog.js';
import { encryptFingerprint } from '../fingerprintCipher.js';
import { type Guards, guardsOf, hashStart } from '../guards.js';
import { orderedRows } from './orderedRows.js';
import type { Report } from './problem.js';

/** Compares guards with what the events tell. Events have to be shown in order of position. */
export interface GuardCheck {
  /** `salt` (hex) is that of its payload. */
  see(event: NewEvent, position: number, salt: string): void;
  /** Called after the last event: what is left, no event has told. */
  end(): void;
  /** Called whatever happened. */
  close(): void;
}

type DedupRow = readonly [position: number, session_id: string, hash_start: string, stream: string];

type AnswerRow = readonly [
  position: number,
  key: string,
  fingerprint: Buffer,
  stream: string,
  version: number,
  seal: Buffer | null,
];

const DEDUP = 'SELECT position, session_id, hash_start, stream FROM dedup ORDER BY position';
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
      else report('dedup', row[0], 'a guard against duplicates that its event does not tell');
    }
    if (missing && event && !hasLater(log, event)) {
      report('dedup', position, 'its guard against duplicates is missing');
    }
  }

  function seeAnswer(position: number, told: Guards['answer'], salt = ''): void {
    let missing = told !== undefined;
    for (let row = answers.next(position); row; row = answers.next(position)) {
      if (told && isSame(row, told, salt)) missing = false;
      else report('idempotency', row[0], 'an answer that its event does not tell');
    }
    if (missing) report('idempotency', position, 'the answer to its request is missing');
  }

  return {
    see(event, position, salt) {
      const { dedup, answer } = guardsOf(event, position);
      seeDedup(event, position, dedup);
      seeAnswer(position, answer, salt);
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
  const [, session_id, start, stream] = row;
  return (
    session_id === told?.session_id &&
    told.content_hash !== null &&
    start === hashStart(told.content_hash) &&
    stream === event?.stream
  );
}

function isSame(row: AnswerRow, told: IdempotencyRecord, salt: string): boolean {
  const [position, key, fingerprint, stream, version, seal] = row;
  return (
    key === told.key &&
    encryptFingerprint(told.fingerprint, key, Buffer.from(salt, 'hex')).equals(fingerprint) &&
    stream === told.stream &&
    version === told.version &&
    position === told.position &&
    seal === null
  );
}

/** Only the last event of a stream has a guard: those before it had to give way. */
function hasLater(log: Sql, { stream, version }: NewEvent): boolean {
  const later = 'SELECT 1 FROM events WHERE stream = ? AND version > ?';
  return log.get(later, [stream, version]) !== undefined;
}
