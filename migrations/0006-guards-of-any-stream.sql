-- A guard says that a stream is the only one with something in a scope: a note with its content in a session, or a
-- session with its `client_ref` in a project.
ALTER TABLE dedup RENAME COLUMN session_id TO scope;
