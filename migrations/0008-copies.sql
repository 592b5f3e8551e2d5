-- Of a log that is the copy of a shared one (log/shared/): which, and how far what no event tells is taken in. Without a row
-- the log is the only truth. With one, it is served only together with the shared log.
CREATE TABLE copied (
  one      INTEGER PRIMARY KEY CHECK (one = 1),
  instance TEXT    NOT NULL, -- UUID of the shared log
  answers  INTEGER NOT NULL, -- number of the last answer without an event that was taken in
  seal     BLOB    NOT NULL  -- see log/seal.ts
) STRICT;
