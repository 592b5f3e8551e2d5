-- What no event tells carries a checksum, so that a flipped bit in it is noticed like any other.
-- `sha256` is given to migrations by the release that runs them.

ALTER TABLE head ADD COLUMN seal BLOB; -- of the row; see log/seal.ts
UPDATE head SET seal = sha256(
  concat_ws(char(10), 'seal/1', position, lower(hex(hash)), deduplicated)
);

ALTER TABLE idempotency ADD COLUMN seal BLOB; -- of the row where position is NULL
UPDATE idempotency SET seal = sha256(
  concat_ws(char(10), 'seal/1', key, fingerprint, stream, version)
) WHERE position IS NULL;
