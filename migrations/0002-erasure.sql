-- What was said can be taken back: payloads are erased, or redacted by a later filter.

-- Events whose payload was erased because another event holds it without its secrets.
CREATE TABLE redactions (
  position INTEGER PRIMARY KEY REFERENCES events (position), -- the event that was redacted
  by       INTEGER NOT NULL REFERENCES events (position)     -- the newest 'event.redacted' that says how
) STRICT;

-- Every copy of a content in a session, not only the first: when that one is forgotten or revised, the
-- next takes its place.
DROP TABLE dedup;
CREATE TABLE dedup (
  session_id   TEXT    NOT NULL,
  content_hash TEXT    NOT NULL,
  position     INTEGER NOT NULL REFERENCES events (position),
  stream       TEXT    NOT NULL,
  PRIMARY KEY (session_id, content_hash, position)
) STRICT, WITHOUT ROWID;
INSERT INTO dedup
SELECT body ->> '$.data.session_id', body ->> '$.data.content_hash', position, stream
FROM events JOIN payloads USING (position)
WHERE type = 'observation.saved' AND body ->> '$.data.session_id' IS NOT NULL;

-- Answers that wrote no event are found by the stream they spoke of when that is forgotten.
CREATE INDEX idempotency_by_stream ON idempotency (stream);
