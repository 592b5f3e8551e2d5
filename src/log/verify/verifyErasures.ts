import { erases, forgets } from '../../events/erasure.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { type StoredName, storedStream } from '../sqlite/storedNames.js';
import { INDEXED, positionsIn, streamParams } from '../sqlite/streamPositions.js';
import type { Report } from './problem.js';
import type { EnvelopeRow } from './rehash.js';

type Event = Pick<EnvelopeRow, 'position' | 'stream' | 'version' | 'type'>;

// Both checks need nothing but envelopes, so they work whatever was erased.

/** Reports payloads that an event has erased and that are still there. */
export function verifyErased(log: Sql, event: Event, report: Report): void {
  const { position, stream, version, type } = event;
  const forgotten = forgets(type) ? STREAM_BEFORE : undefined;
  const alone = erases(type) ? ALONE_BEFORE : undefined;
  const sql = forgotten ?? alone;
  if (!sql) return;
  const target = targetOf(stream);
  const own = { position, ...streamParams(log, stream), version };
  const params = { ...own, target, redaction: `redaction/${target}` };
  for (const kept of log.all<{ position: number }>(sql, params)) {
    report(
      'erasure',
      kept.position,
      `its payload is present, although event ${position} erased it`,
    );
  }
}

/** Everything before it in its stream, and what redacted that until then. */
const STREAM_BEFORE = `
  WITH before AS (SELECT position FROM events WHERE position IN ${positionsIn('version < :version')})
  SELECT position FROM kept_payloads WHERE position IN before
  UNION ALL
  SELECT position FROM kept_payloads WHERE position IN (
    SELECT position FROM ${INDEXED} AND position < :position
      AND stream IN (SELECT 'redaction/' || position FROM before))`;

/** The one event that it redacted or erased, and the redactions of that before it. */
const ALONE_BEFORE = `
  SELECT position FROM kept_payloads WHERE position = :target OR position IN (
    SELECT position FROM ${INDEXED} AND stream = :redaction AND position < :position)`;

/** The position in the name of a stream `redaction/<position>` or `erasure/<position>`; 0 where there is none. */
const targetOf = (stream: string) => Number(stream.slice(stream.indexOf('/') + 1)) || 0;

/** Reports an erased payload that no event erased. */
export function verifyErasure(log: Sql, event: Event, report: Report): void {
  const { position, stream, version, type } = event;
  if (erasedIn(log, storedStream(stream), version)) return;
  if (erasedAlone(log, position)) return;
  if (type === 'event.redacted' && redactionErased(log, event)) return;
  report('erasure', position, 'its payload is erased, and no event erased it');
}

/** True when a stream was forgotten after some version. */
function erasedIn(log: Sql, stream: StoredName, version: number, after = 0): boolean {
  const later = log.all<{ type: string }>(
    `SELECT DISTINCT type FROM ${INDEXED} AND stream = ? AND version > ? AND position > ?`,
    [stream, version, after],
  );
  return later.some(({ type }) => forgets(type));
}

/** True when an event, by its position, was redacted or erased by an event after some position. */
function erasedAlone(log: Sql, position: number, after = 0): boolean {
  const by = log.get(`SELECT 1 FROM ${INDEXED} AND stream IN (?, ?) AND position > ?`, [
    `redaction/${position}`,
    `erasure/${position}`,
    after,
  ]);
  return by !== undefined;
}

/** A redaction goes with what it redacted, when that is forgotten or redacted again after it. */
function redactionErased(log: Sql, { position, stream }: Event): boolean {
  const target = log.get<{ stream: StoredName; version: number }>(
    'SELECT stream, version FROM events WHERE position = ?',
    [targetOf(stream)],
  );
  if (target === undefined) return false;
  return (
    erasedIn(log, target.stream, target.version, position) ||
    erasedAlone(log, targetOf(stream), position)
  );
}
