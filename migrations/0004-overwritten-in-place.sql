-- What is erased is overwritten in place by as many bytes, so that SQLite never moves a payload and leaves no
-- copy of one behind. Tables in which rows were deleted so far are written again: their old pages, which may hold
-- copies, are overwritten as a whole when they are dropped (`secure_delete`).

CREATE TABLE whole_payloads (
  position INTEGER PRIMARY KEY REFERENCES events (position),
  salt     BLOB NOT NULL, -- 32 random bytes; once erased, the length of the body as a number of 32 bytes
  body     TEXT NOT NULL  -- canonical JSON; once erased, as many zero bytes
) STRICT;
-- A payload that an older release erased is as one whose body was empty.
INSERT INTO whole_payloads
SELECT position, coalesce(salt, zeroblob(32)), coalesce(body, '')
FROM events LEFT JOIN payloads USING (position) ORDER BY position;

-- Two hex digits of a content hash find the candidates, whose payloads say the rest: an index keeps copies of
-- what was deleted from it, and two digits do not tell what a note said.
CREATE TABLE short_dedup (
  session_id TEXT    NOT NULL,
  hash_start TEXT    NOT NULL,
  position   INTEGER NOT NULL REFERENCES events (position),
  stream     TEXT    NOT NULL,
  PRIMARY KEY (session_id, hash_start, position)
) STRICT, WITHOUT ROWID;
INSERT INTO short_dedup SELECT session_id, substr(content_hash, 1, 2), position, stream FROM dedup;

-- Fingerprints are encrypted with the salt of the event they speak of, and cannot be read once that is erased.
CREATE TABLE encrypted_idempotency (
  key         TEXT    PRIMARY KEY,    -- SHA-256 of the Idempotency-Key
  fingerprint BLOB    NOT NULL,       -- SHA-256 of the redacted request, encrypted; see log/fingerprintCipher.ts
  stream      TEXT    NOT NULL,
  version     INTEGER NOT NULL,       -- version of the stream that the first answer spoke of
  position    INTEGER,                -- the event this request wrote; NULL when it found its wish already met
  seal        BLOB                    -- of the row where position is NULL; see log/seal.ts
) STRICT, WITHOUT ROWID;
INSERT INTO encrypted_idempotency
SELECT key, encrypt_fingerprint(idempotency.fingerprint, key, coalesce(by.salt, own.salt, zeroblob(32))),
  idempotency.stream, idempotency.version, idempotency.position, NULL
FROM idempotency
  LEFT JOIN events ON events.stream = idempotency.stream AND events.version = idempotency.version
  LEFT JOIN redactions ON redactions.position = events.position
  LEFT JOIN payloads AS own ON own.position = events.position
  LEFT JOIN payloads AS by ON by.position = redactions.by;
UPDATE encrypted_idempotency SET seal = sha256(
  concat_ws(char(10), 'seal/1', key, lower(hex(fingerprint)), stream, version)
) WHERE position IS NULL;

DROP TABLE payloads;
DROP TABLE dedup;
DROP TABLE idempotency;
ALTER TABLE whole_payloads RENAME TO payloads;
ALTER TABLE short_dedup RENAME TO dedup;
ALTER TABLE encrypted_idempotency RENAME TO idempotency;
CREATE INDEX idempotency_by_stream ON idempotency (stream);

-- Payloads that are not erased: no random salt begins with sixteen zero bytes.
CREATE VIEW kept_payloads AS
SELECT position, salt, body FROM payloads WHERE salt >= x'00000000000000000000000000000001';

CREATE TRIGGER payloads_only_erased BEFORE UPDATE ON payloads
WHEN new.position IS NOT old.position
  OR new.salt IS NOT unhex(format('%064x', octet_length(old.body)))
  OR new.body IS NOT CAST(zeroblob(octet_length(old.body)) AS TEXT)
BEGIN
  SELECT RAISE(ABORT, 'a payload is erased as a whole, never changed');
END;
CREATE TRIGGER payloads_no_delete BEFORE DELETE ON payloads BEGIN
  SELECT RAISE(ABORT, 'a payload is overwritten, never deleted');
END;
