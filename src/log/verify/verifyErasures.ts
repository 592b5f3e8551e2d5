import { forgets } from '../../events/erasure.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { Report } from './problem.js';
import type { EnvelopeRow } from './rehash.js';

type Event = Pick<EnvelopeRow, 'position' | 'stream' | 'version' | 'type'>;

// Both checks need nothing but envelopes, so they work whatever was erased.

/** Reports payloads that an event has erased and that are still there. */
export function verifyErased(log: Sql, event: Event, report: Report): void {
  const { position, stream, version, type } = event;
  const forgotten = forgets(type) ? STREAM_BEFORE : undefined;
  const redacted = type === 'event.redacted' ? REDACTED_BEFORE : undefined;
  const sql = forgotten ?? redacted;
  if (!sql) return;
  const target = Number(stream.slice(stream.indexOf('/') + 1)) || 0;
  for (const kept of log.all<{ position: number }>(sql, { position, stream, version, target })) {
    report(
      'erasure',
      kept.position,
      `its payload is present, although event ${position} erased it`,
    );
  }
}

/** Everything before it in its stream, and what redacted that until then. */
const STREAM_BEFORE = `
  WITH before AS (SELECT position, 'redaction/' || position AS redaction FROM events
                  WHERE stream = :stream AND version < :version)
  SELECT position FROM kept_payloads WHERE position IN (SELECT position FROM before)
  UNION ALL
  SELECT position FROM kept_payloads WHERE position IN (
    SELECT by.position FROM events AS by JOIN before ON by.stream = before.redaction
    WHERE by.position < :position)`;

/** What it redacted, and the redactions of that before it. */
const REDACTED_BEFORE = `
  SELECT position FROM kept_payloads WHERE position = :target OR position IN (
    SELECT position FROM events WHERE stream = :stream AND version < :version)`;

/** Reports an erased payload that no event erased. */
export function verifyErasure(log: Sql, event: Event, report: Report): void {
  const { position, stream, version, type } = event;
  if (erasedIn(log, stream, version)) return;
  const redactions = log.get('SELECT 1 FROM events WHERE stream = ?', [`redaction/${position}`]);
  if (redactions) return;
  if (type === 'event.redacted' && redactionErased(log, event)) return;
  report('erasure', position, 'its payload is erased, and no event erased it');
}

/** True when a stream was forgotten, or an event redacted again, after some version. */
function erasedIn(log: Sql, stream: string, version: number, after = 0): boolean {
  const later = log.all<{ type: string }>(
    'SELECT DISTINCT type FROM events WHERE stream = ? AND version > ? AND position > ?',
    [stream, version, after],
  );
  return later.some(({ type }) => forgets(type) || type === 'event.redacted');
}

/** A redaction goes with what it redacted, when that is forgotten after it. */
function redactionErased(log: Sql, { position, stream }: Event): boolean {
  const target = log.get<{ stream: string; version: number }>(
    'SELECT stream, version FROM events WHERE position = ?',
    [Number(stream.slice(stream.indexOf('/') + 1)) || 0],
  );
  return target !== undefined && erasedIn(log, target.stream, target.version, position);
}
