import { createHash } from 'node:crypto';
import { openSqliteReader } from '../../src/sqlite/sqlite.js';
import { giveNames } from './namesInLog.js';

/** The content of each note in its session, and the `client_ref` of each session, from the guard and from the events. */
const DEDUP = 'SELECT id_in(scope) AS scope, hash_start, position FROM dedup ORDER BY position';
/** What is left of events: what they said themselves, or what the event says that redacted them. */
const KEPT = `kept AS (SELECT * FROM events WHERE substr(salt, 1, 16) <> zeroblob(16)),
  kept_events AS (
    SELECT position, stream, version, type, body -> '$.data' AS data FROM kept
    UNION ALL
    SELECT events.position, events.stream, events.version, events.type, kept.body -> '$.data.data'
    FROM kept JOIN events ON events.position = kept.body ->> '$.data.position'
    WHERE kept.type = 'event.redacted')`;
const HELD = `
  WITH ${KEPT}
  SELECT (data ->> '$.session_id') || coalesce('/' || (data ->> '$.state'), '') AS scope,
    substr(data ->> '$.content_hash', 1, 2) AS hash_start, position
  FROM kept_events AS newest
  WHERE type IN ('observation.saved', 'observation.revised')
    AND data ->> '$.session_id' IS NOT NULL
    AND NOT EXISTS (SELECT * FROM events WHERE stream = newest.stream AND version > newest.version)
  UNION ALL
  SELECT substr(digest(lower(data ->> '$.project')), 1, 32),
    substr(digest(data ->> '$.client_ref'), 1, 2), position
  FROM kept_events
  WHERE type = 'session.started' AND data ->> '$.client_ref' IS NOT NULL
  ORDER BY position`;

/** The keys that lead to each event, from the guard and from the event: that of its request, and those that it spent. */
const ANSWERED = `
  SELECT lower(hex(key)) AS key, position, fingerprint, stream, version FROM idempotency
  WHERE position IS NOT NULL ORDER BY position, key`;
const REQUESTED = `
  WITH ${KEPT}
  SELECT body ->> '$.request.key' AS key, position,
    NULL AS fingerprint, NULL AS stream, NULL AS version
  FROM kept WHERE body ->> '$.request.key' IS NOT NULL
  UNION ALL
  SELECT spent.value, position, NULL, NULL, NULL FROM kept, json_each(body, '$.spent') AS spent
  ORDER BY position, key`;

/** All differences between the guard tables of a log and its events. */
export function checkGuards(file: string): string[] {
  const log = openSqliteReader(file);
  giveNames(log.db);
  log.db.function('digest', (text) => createHash('sha256').update(String(text)).digest('hex'));
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
