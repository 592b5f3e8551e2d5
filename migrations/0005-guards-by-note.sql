-- A revised or forgotten note takes its guard along. Without an index, every guard of its session was looked at.
CREATE INDEX dedup_by_stream ON dedup (stream);
