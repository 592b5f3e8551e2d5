-- An event is one row, and names are kept as bytes: a save writes half as many pages. `stored_*` are given to migrations by
-- the release that runs them; see log/sqlite/storedNames.ts. Dropped tables are overwritten (`secure_delete`).

DROP TRIGGER events_kind;
DROP TRIGGER events_no_update;
DROP TRIGGER events_no_delete;

CREATE TABLE whole_events (
  position   INTEGER PRIMARY KEY, -- gapless, from 1
  id         ANY     NOT NULL,    -- ULID of its time, in 16 bytes
  stream     ANY     NOT NULL,    -- 'session/01J…', 'prompt/<digest>' …; of 'observation/01J…' the ULID in 16 bytes
  version    INTEGER NOT NULL,    -- gapless within the stream, from 1
  type       TEXT    NOT NULL,
  schema     INTEGER NOT NULL,    -- shape of the payload; upcasters lift old ones on read
  at         INTEGER NOT NULL,    -- milliseconds since 1970, never decreasing
  actor      TEXT    NOT NULL,    -- this and the next two are `meta`: nothing sensitive
  request    ANY,                 -- its id; a UUID in 16 bytes
  run        ANY,                 -- of an import; a ULID in 16 bytes
  commitment BLOB    NOT NULL,    -- SHA-256('payload/1' || salt || body)
  hash       BLOB    NOT NULL,    -- SHA-256('chain/1' || hash of the event before || leaf)
  salt       BLOB    NOT NULL,    -- 32 random bytes; once erased, the length of the body as a number of 32 bytes
  body       TEXT    NOT NULL     -- canonical JSON; once erased, as many zero bytes
) STRICT;
INSERT INTO whole_events
SELECT position, stored_id(id), stored_stream(stream), version, type, schema, at,
  stored_meta(meta, 0), stored_meta(meta, 1), stored_meta(meta, 2), commitment, hash, salt, body
FROM events JOIN payloads USING (position) ORDER BY position;

-- Of the events up to the position in "head"; the stream is that of the event.
CREATE TABLE short_dedup (
  scope      ANY     NOT NULL, -- of a note its session, a ULID in 16 bytes
  position   INTEGER NOT NULL,
  hash_start TEXT    NOT NULL,
  PRIMARY KEY (scope, position)
) STRICT, WITHOUT ROWID;
INSERT INTO short_dedup SELECT stored_id(scope), position, hash_start FROM dedup;

CREATE TABLE marked_redactions (
  position INTEGER PRIMARY KEY, -- the event that was redacted
  by       INTEGER NOT NULL     -- the newest 'event.redacted' that says how
) STRICT;
INSERT INTO marked_redactions SELECT position, by FROM redactions;

CREATE TABLE named_idempotency (
  key         ANY     PRIMARY KEY, -- SHA-256 of the Idempotency-Key, in 32 bytes
  position    INTEGER,             -- the event this request wrote, whose payload has its fingerprint
  -- Only where a request found its wish already met, and so wrote no event:
  fingerprint BLOB,                -- SHA-256 of the redacted request, encrypted; see log/fingerprintCipher.ts
  stream      ANY,                 -- as in "events"
  version     INTEGER,             -- version of the stream that the first answer spoke of
  seal        BLOB                 -- see log/seal.ts
) STRICT, WITHOUT ROWID;
INSERT INTO named_idempotency
SELECT stored_key(key), position, NULL, NULL, NULL, NULL FROM idempotency WHERE position IS NOT NULL
UNION ALL SELECT stored_key(key), NULL, fingerprint, stored_stream(stream), version, seal
FROM idempotency WHERE position IS NULL;

DROP VIEW kept_payloads;
DROP TABLE idempotency;
DROP TABLE dedup;
DROP TABLE redactions;
DROP TABLE payloads;
DROP TABLE events;
ALTER TABLE whole_events RENAME TO events;
ALTER TABLE short_dedup RENAME TO dedup;
ALTER TABLE named_idempotency RENAME TO idempotency;
ALTER TABLE marked_redactions RENAME TO redactions;
CREATE INDEX idempotency_by_stream ON idempotency (stream) WHERE position IS NULL;

-- Without the first event of a note whose id begins with the time of that event, as nearly all do: it is found by
-- halving the log, and a save writes no page of an index. See log/sqlite/streamPositions.ts.
CREATE UNIQUE INDEX events_by_stream ON events (stream, version)
WHERE version > 1 OR substr(stream, 1, 6) <> unhex(format('%012x', at));

-- What is not erased: no random salt begins with sixteen zero bytes.
CREATE VIEW kept_payloads AS
SELECT position, salt, body FROM events WHERE salt >= x'00000000000000000000000000000001';

CREATE TRIGGER events_only_erased BEFORE UPDATE ON events
WHEN new.position IS NOT old.position OR new.id IS NOT old.id OR new.stream IS NOT old.stream
  OR new.version IS NOT old.version OR new.type IS NOT old.type OR new.schema IS NOT old.schema
  OR new.at IS NOT old.at OR new.actor IS NOT old.actor OR new.request IS NOT old.request
  OR new.run IS NOT old.run OR new.commitment IS NOT old.commitment OR new.hash IS NOT old.hash
  OR new.salt IS NOT unhex(format('%064x', octet_length(old.body)))
  OR new.body IS NOT CAST(zeroblob(octet_length(old.body)) AS TEXT)
BEGIN
  SELECT RAISE(ABORT, 'the log is append-only: events are never changed, and a payload is erased as a whole');
END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'the log is append-only: events are never deleted');
END;
