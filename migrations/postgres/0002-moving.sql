-- What the commands note that look after a shared log. No node writes here.

-- Where the log went once it was moved away. `head.instance` is all zeros from then on, so that no node goes on.
CREATE TABLE moved (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- The node whose log.db is the log since then.
  node text NOT NULL,
  -- What `head.instance` was.
  instance uuid NOT NULL,
  at timestamptz NOT NULL
);

CREATE TRIGGER moved_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON moved
FOR EACH STATEMENT EXECUTE FUNCTION refuse();

-- How many payloads a partition lacked when its file was last written anew: what was erased before is gone from that file.
CREATE TABLE vacuumed (partition bigint PRIMARY KEY, erased bigint NOT NULL, at timestamptz NOT NULL);

GRANT SELECT ON moved TO vault_node;
