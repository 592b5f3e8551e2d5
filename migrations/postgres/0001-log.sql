-- The shared log. Runs as `vault_owner`, who owns all of it, in the schema `vault`.

-- Where the log ends. Its lock is the queue of the nodes; updates find room in the same page.
CREATE TABLE head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  position bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  at bigint NOT NULL,
  -- Number of the last answer.
  answers bigint NOT NULL,
  deduplicated bigint NOT NULL,
  instance uuid NOT NULL
) WITH (fillfactor = 10);

INSERT INTO head
VALUES (true, 0, decode(repeat('00', 32), 'hex'), 0, 0, 0, gen_random_uuid());

-- With the constraints that copies have: what a copy cannot take in must not get in here.
CREATE TABLE events (
  position bigint PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  stream text COLLATE "C" NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  type text NOT NULL,
  schema smallint NOT NULL,
  at bigint NOT NULL,
  -- Canonical JSON.
  meta text NOT NULL,
  commitment bytea NOT NULL CHECK (octet_length(commitment) = 32),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  UNIQUE (stream, version)
);

-- A million positions each: erased texts leave the files of one partition when that is rewritten. `append` adds the next.
CREATE TABLE payloads (
  position bigint PRIMARY KEY,
  salt bytea NOT NULL CHECK (octet_length(salt) = 32),
  -- Text, because its bytes are committed to.
  body text NOT NULL
) PARTITION BY RANGE (position);

CREATE TABLE payloads_0 PARTITION OF payloads FOR VALUES FROM (0) TO (1000000);

-- Answers to requests with an Idempotency-Key that wrote no event.
CREATE TABLE answers (
  number bigint PRIMARY KEY,
  -- Position of the last event when it was given.
  after bigint NOT NULL,
  key text COLLATE "C" NOT NULL UNIQUE,
  fingerprint bytea NOT NULL,
  stream text COLLATE "C" NOT NULL,
  version integer NOT NULL
);

CREATE INDEX answers_by_stream ON answers (stream);

-- What nodes tell each other beside the log.
CREATE TABLE leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  until timestamptz NOT NULL,
  -- What the last holder left for the next one.
  state text
);

CREATE TABLE nodes (
  name text PRIMARY KEY,
  position bigint NOT NULL,
  wiped bigint NOT NULL,
  seen timestamptz NOT NULL
);

CREATE TABLE checkpoints (size bigint PRIMARY KEY, note text NOT NULL);

CREATE TABLE secrets (name text PRIMARY KEY, fingerprint text NOT NULL);

-- Number of the last migration.
CREATE TABLE format (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL);

-- The owner, too, is refused.
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = vault, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: what was recorded there stays as it is', tg_op, tg_table_name
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON events
FOR EACH STATEMENT EXECUTE FUNCTION refuse();

-- For each row: only such triggers pass to the partitions.
CREATE TRIGGER payloads_stay BEFORE UPDATE ON payloads FOR EACH ROW EXECUTE FUNCTION refuse();

CREATE TRIGGER checkpoints_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
FOR EACH STATEMENT EXECUTE FUNCTION refuse();

CREATE TRIGGER secrets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON secrets
FOR EACH STATEMENT EXECUTE FUNCTION refuse();

-- Makes the partitions for payloads up to a position. Attached after it was made: that way, readers go on meanwhile.
CREATE FUNCTION add_partitions(last bigint) RETURNS void
LANGUAGE plpgsql SET search_path = vault, pg_temp AS $$
DECLARE
  n bigint := last / 1000000;
BEGIN
  WHILE to_regclass('payloads_' || n) IS NULL LOOP
    EXECUTE format('CREATE TABLE payloads_%s (LIKE payloads INCLUDING ALL)', n);
    EXECUTE format(
      'ALTER TABLE payloads ATTACH PARTITION payloads_%s FOR VALUES FROM (%s) TO (%s)',
      n, n * 1000000, (n + 1) * 1000000
    );
    n := n - 1;
  END LOOP;
END $$;

-- The only writer of events, payloads and answers. Gives false, and writes nothing, when the log ends elsewhere than
-- expected; null where an argument is null, which the checks would let through. An event without a salt and a body is one whose payload was erased. Events take back payloads: `forgotten` are
-- streams, with the version before which their events lose theirs; `erased` are single positions. `forgotten_by` and
-- `erased_by` are the positions of the events that say so: a redaction behind them keeps its payload.
CREATE FUNCTION append(
  expected_position bigint, expected_hash bytea, expected_answers bigint,
  ids text[], streams text[], versions integer[], types text[], schemas smallint[], ats bigint[],
  metas text[], commitments bytea[], hashes bytea[], salts bytea[], bodies text[],
  forgotten text[], forgotten_before integer[], forgotten_by bigint[],
  erased bigint[], erased_by bigint[],
  answer_afters bigint[], answer_keys text[], answer_fingerprints bytea[],
  answer_streams text[], answer_versions integer[],
  end_position bigint, end_hash bytea, end_at bigint, end_answers bigint, end_deduplicated bigint
) RETURNS boolean
LANGUAGE plpgsql STRICT SECURITY DEFINER SET search_path = vault, pg_temp AS $$
#variable_conflict use_column
DECLARE
  before head%ROWTYPE;
  gone bigint[];
BEGIN
  SELECT * INTO STRICT before FROM head FOR UPDATE;
  IF before.position <> expected_position OR before.hash <> expected_hash
    OR before.answers <> expected_answers THEN
    RETURN false;
  END IF;
  IF end_position <> expected_position + cardinality(ids)
    OR end_answers <> expected_answers + cardinality(answer_keys) THEN
    RAISE EXCEPTION 'a batch of % events and % answers cannot end at % and %',
      cardinality(ids), cardinality(answer_keys), end_position, end_answers;
  END IF;
  PERFORM add_partitions(end_position);

  INSERT INTO events
  SELECT expected_position + n, id, stream, version, type, schema, at, meta, commitment, hash
  FROM unnest(ids, streams, versions, types, schemas, ats, metas, commitments, hashes)
    WITH ORDINALITY AS new (id, stream, version, type, schema, at, meta, commitment, hash, n);

  INSERT INTO payloads
  SELECT expected_position + n, salt, body
  FROM unnest(salts, bodies) WITH ORDINALITY AS new (salt, body, n)
  WHERE body IS NOT NULL;

  IF cardinality(forgotten) + cardinality(erased) > 0 THEN
    WITH taken (position, by) AS (
      SELECT events.position, f.by
      FROM unnest(forgotten, forgotten_before, forgotten_by) AS f (stream, before, by)
      JOIN events ON events.stream = f.stream AND events.version < f.before
      UNION ALL
      SELECT position, by FROM unnest(erased, erased_by) AS e (position, by)
    ), redactions AS (
      SELECT events.position FROM taken
      JOIN events ON events.stream = 'redaction/' || taken.position AND events.position < taken.by
    )
    SELECT array_agg(position) INTO gone
    FROM (SELECT position FROM taken UNION SELECT position FROM redactions) AS all_taken;
    DELETE FROM payloads WHERE position = ANY (gone);
    DELETE FROM answers WHERE stream = ANY (forgotten)
      OR stream IN (SELECT stream FROM events WHERE position = ANY (erased));
  END IF;

  INSERT INTO answers
  SELECT expected_answers + n, after, key, fingerprint, stream, version
  FROM unnest(answer_afters, answer_keys, answer_fingerprints, answer_streams, answer_versions)
    WITH ORDINALITY AS new (after, key, fingerprint, stream, version, n);

  UPDATE head SET position = end_position, hash = end_hash, at = end_at, answers = end_answers,
    deduplicated = end_deduplicated;
  PERFORM pg_notify('vault_log', '');
  RETURN true;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA vault FROM PUBLIC;

GRANT USAGE ON SCHEMA vault TO vault_node, vault_auditor;
GRANT SELECT ON ALL TABLES IN SCHEMA vault TO vault_node;
-- One column, which gives the right to lock the row, and to write it without a change.
GRANT UPDATE (deduplicated) ON head TO vault_node;
GRANT EXECUTE ON FUNCTION append TO vault_node;
GRANT INSERT, UPDATE ON leases, nodes TO vault_node;
GRANT INSERT ON checkpoints, secrets TO vault_node;
-- Enough to verify the chain and the checkpoints, and no text of anybody.
GRANT SELECT ON head, events, checkpoints, format TO vault_auditor;
