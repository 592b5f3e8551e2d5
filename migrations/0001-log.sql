-- The log: the only truth, and the only file to back up.
-- An event is a public envelope, kept for ever, and a private payload, which can be erased.

CREATE TABLE events (
  position   INTEGER PRIMARY KEY,     -- gapless, from 1
  id         TEXT    NOT NULL UNIQUE, -- ULID
  stream     TEXT    NOT NULL,        -- 'observation/01J…', 'session/01J…', 'prompt/<digest>' …
  version    INTEGER NOT NULL,        -- gapless within the stream, from 1
  type       TEXT    NOT NULL,
  schema     INTEGER NOT NULL,        -- shape of the payload; upcasters lift old ones on read
  at         INTEGER NOT NULL,        -- milliseconds since 1970, never decreasing
  meta       TEXT    NOT NULL,        -- canonical JSON: actor, request id; nothing sensitive
  commitment BLOB    NOT NULL,        -- SHA-256('payload/1' || salt || body)
  hash       BLOB    NOT NULL,        -- SHA-256('chain/1' || hash of the event before || leaf)
  UNIQUE (stream, version)
) STRICT;

CREATE TABLE payloads (
  position INTEGER PRIMARY KEY REFERENCES events (position),
  salt     BLOB NOT NULL,             -- 32 random bytes; erased with the body
  body     TEXT NOT NULL              -- canonical JSON
) STRICT;

-- Where the log ends. A log cut short no longer matches it.
CREATE TABLE head (
  one          INTEGER PRIMARY KEY CHECK (one = 1),
  position     INTEGER NOT NULL,
  hash         BLOB    NOT NULL,
  deduplicated INTEGER NOT NULL       -- saves answered with an observation that was already there
) STRICT;
INSERT INTO head VALUES (1, 0, zeroblob(32), 0);

-- Guards settle races inside the append transaction. What they hold is derived from the events.
CREATE TABLE dedup (
  session_id   TEXT    NOT NULL,
  content_hash TEXT    NOT NULL,
  stream       TEXT    NOT NULL,
  position     INTEGER NOT NULL REFERENCES events (position),
  PRIMARY KEY (session_id, content_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
  key         TEXT    PRIMARY KEY,    -- SHA-256 of the Idempotency-Key
  fingerprint TEXT    NOT NULL,       -- SHA-256 of the redacted request
  stream      TEXT    NOT NULL,
  version     INTEGER NOT NULL,       -- version of the stream that the first answer spoke of
  position    INTEGER                 -- the event this request wrote; NULL when it found its wish already met
) STRICT, WITHOUT ROWID;

-- Which kinds of events the log holds, so that a release that does not know one refuses at the door.
CREATE TABLE kinds (
  type   TEXT    NOT NULL,
  schema INTEGER NOT NULL,
  PRIMARY KEY (type, schema)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_kind AFTER INSERT ON events BEGIN
  INSERT OR IGNORE INTO kinds VALUES (new.type, new.schema);
END;

CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN
  SELECT RAISE(ABORT, 'the log is append-only: events are never changed');
END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'the log is append-only: events are never deleted');
END;
CREATE TRIGGER payloads_no_update BEFORE UPDATE ON payloads BEGIN
  SELECT RAISE(ABORT, 'a payload is erased as a whole, never changed');
END;
