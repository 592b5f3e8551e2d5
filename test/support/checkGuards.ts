import { openSqliteReader } from '../../src/sqlite/sqlite.js';

/** The content of each note in its session, from the guard and from its newest event. */
const DEDUP = 'SELECT session_id, content_hash, position, stream FROM dedup ORDER BY position';
const HELD = `
  SELECT body ->> '$.data.session_id' AS session_id, body ->> '$.data.content_hash' AS content_hash,
    position, stream
  FROM events AS newest JOIN payloads USING (position)
  WHERE type IN ('observation.saved', 'observation.revised')
    AND body ->> '$.data.session_id' IS NOT NULL
    AND NOT EXISTS (SELECT * FROM events WHERE stream = newest.stream AND version > newest.version)
  ORDER BY position`;

/** The request of each event, from the guard and from the event. */
const ANSWERED = `
  SELECT key, fingerprint, stream, version, position FROM idempotency
  WHERE position IS NOT NULL ORDER BY position`;
const REQUESTED = `
  SELECT body ->> '$.request.key' AS key, body ->> '$.request.fingerprint' AS fingerprint,
    stream, version, position
  FROM events JOIN payloads USING (position)
  WHERE body ->> '$.request.key' IS NOT NULL ORDER BY position`;

/** All differences between the guard tables of a log and its events. */
export function checkGuards(file: string): string[] {
  const log = openSqliteReader(file);
  try {
    const same = (guard: string, events: string) =>
      JSON.stringify(log.all(guard)) === JSON.stringify(log.all(events));
    return [
      ...(same(DEDUP, HELD) ? [] : ['dedup does not follow from the events']),
      ...(same(ANSWERED, REQUESTED) ? [] : ['idempotency does not follow from the events']),
    ];
  } finally {
    log.db.close();
  }
}
