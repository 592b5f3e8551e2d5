import { expect } from 'vitest';
import type { ProblemKind } from '../../src/log/verify/problem.js';
import type { Database } from '../../src/sqlite/database.js';
import type { Kinds } from './everyKind.js';
import type { InLog } from './namesInLog.js';
import { NOWHERE, rechain, rewrite, setHead } from './tamper.js';

export type Change = (db: Database.Database, kinds: Kinds) => void;

const positionOf = (db: Database.Database, where: string): number =>
  Number(
    db
      .prepare(`SELECT position FROM events WHERE ${where} ORDER BY position LIMIT 1`)
      .pluck()
      .get(),
  );
/** The first note that has a payload. */
export const aNote = (db: Database.Database) =>
  positionOf(db, `type = 'observation.saved' AND position IN (SELECT position FROM kept_payloads)`);
const run = (sql: string) => (db: Database.Database) => void db.exec(sql);

/** Overwrites payloads as an erasure does. */
const overwrite = (db: Database.Database, where: string) =>
  void db.exec(`UPDATE events SET salt = unhex(format('%064x', octet_length(body))),
    body = CAST(zeroblob(octet_length(body)) AS TEXT) WHERE ${where}`);

/** An erased payload cannot be put back, so another one takes its place. */
const COMES_BACK = `salt = x'${'07'.repeat(32)}', body = '{"data":{}}'`;

/** Manipulations of the log of `everyKind`, each with the kind of problem that must be reported. */
export const TAMPERINGS: Record<string, readonly [change: Change, kind: ProblemKind]> = {
  'two payloads are swapped': [
    (db) => {
      const [a, b] = [aNote(db), aNote(db) + 4];
      const payloadOf = db.prepare<[number], { salt: Buffer; body: string }>(
        'SELECT salt, body FROM events WHERE position = ?',
      );
      const [first, second] = [payloadOf.get(a), payloadOf.get(b)];
      const write = db.prepare('UPDATE events SET salt = :salt, body = :body WHERE position = :at');
      write.run({ ...first, at: b });
      write.run({ ...second, at: a });
    },
    'payload',
  ],
  'a body is edited': [
    (db) =>
      db.exec(
        `UPDATE events SET body = replace(body, 'Note', 'Lies') WHERE position = ${aNote(db)}`,
      ),
    'payload',
  ],
  'a body is written in another way': [
    (db) => {
      const position = aNote(db);
      const body = String(
        db.prepare('SELECT body FROM events WHERE position = ?').pluck().get(position),
      );
      rewrite(db, position, ` ${body}`);
    },
    'body',
  ],
  'a salt is changed': [run(`UPDATE events SET salt = zeroblob(32) WHERE position = 3`), 'payload'],
  'an event is deleted': [run('DELETE FROM events WHERE position = 20'), 'gap'],
  'an event is deleted and the rest chained again': [
    (db) => {
      db.exec('DELETE FROM events WHERE position = 20');
      rechain(db);
    },
    'gap',
  ],
  'the tail is cut off': [run('DELETE FROM events WHERE position > 80'), 'head'],
  'the tail is cut off, and the head says so': [
    (db) => {
      db.exec('DELETE FROM events WHERE position > 80');
      rechain(db);
    },
    'views',
  ],
  'a commitment is changed': [
    run('UPDATE events SET commitment = zeroblob(32) WHERE position = 9'),
    'hash',
  ],
  'a stored hash is changed': [
    (db) => void db.prepare('UPDATE events SET hash = ? WHERE position = 9').run(NOWHERE),
    'hash',
  ],
  'the actor is changed': [run(`UPDATE events SET actor = 'mallory' WHERE position = 9`), 'hash'],
  'a time is changed, and the rest chained again': [
    (db) => {
      db.exec('UPDATE events SET at = at + 100000000 WHERE position = 9');
      rechain(db);
    },
    'time',
  ],
  'an id is no ULID, and the rest chained again': [
    (db) => {
      db.exec(`UPDATE events SET id = 'number nine' WHERE position = 9`);
      rechain(db);
    },
    'id',
  ],
  'a version is skipped, and the rest chained again': [
    (db) => {
      db.exec(`UPDATE events SET version = 7 WHERE type = 'session.ended'`);
      rechain(db);
    },
    'version',
  ],
  'an event has a type of another release': [
    (db) => {
      db.exec(`UPDATE events SET type = 'session.paused' WHERE type = 'session.ended'`);
      rechain(db);
    },
    'kind',
  ],
  'a kind is not listed': [run(`DELETE FROM kinds WHERE type = 'session.ended'`), 'kind'],
  'a kind is listed that is not there': [
    run(`INSERT INTO kinds VALUES ('observation.saved', 0)`),
    'kind',
  ],
  'a guard is added': [
    run(`INSERT INTO dedup SELECT 'x', position, hash_start FROM dedup LIMIT 1`),
    'dedup',
  ],
  'a guard is added behind the end': [
    run(`INSERT INTO dedup SELECT scope, 1000, hash_start FROM dedup LIMIT 1`),
    'dedup',
  ],
  'a guard is removed': [
    run('DELETE FROM dedup WHERE position = (SELECT min(position) FROM dedup)'),
    'dedup',
  ],
  'a guard names another session': [
    run(`UPDATE dedup SET scope = 'X' WHERE position = (SELECT min(position) FROM dedup)`),
    'dedup',
  ],
  'the guard of a revised note is the old one again': [
    (db) => {
      const { stream, position } = db
        .prepare<[], { stream: InLog; position: number }>(
          `SELECT stream, position FROM dedup JOIN events USING (position) WHERE version > 1`,
        )
        .get() ?? { stream: '', position: 0 };
      const { first, body } = db
        .prepare<[InLog], { first: number; body: string }>(
          `SELECT events.position AS first, coalesce(own.body, json_object('data', other.body -> '$.data.data')) AS body
           FROM events LEFT JOIN kept_payloads own USING (position)
             LEFT JOIN redactions USING (position) LEFT JOIN kept_payloads other ON other.position = by
           WHERE stream = ? AND version = 1`,
        )
        .get(stream) ?? { first: 0, body: '' };
      expect(first).toBeLessThan(position);
      const { session_id, content_hash } = JSON.parse(body).data;
      db.prepare('INSERT INTO dedup VALUES (id_for_log(?), ?, ?)').run(
        session_id,
        first,
        content_hash.slice(0, 2),
      );
    },
    'dedup',
  ],
  'the answer to a retry is removed': [
    run('DELETE FROM idempotency WHERE position = (SELECT max(position) FROM idempotency)'),
    'idempotency',
  ],
  'the answer to a retry is changed': [
    run(
      `UPDATE idempotency SET key = x'00' WHERE position = (SELECT max(position) FROM idempotency)`,
    ),
    'idempotency',
  ],
  'the answer to a retry says more than its event': [
    run('UPDATE idempotency SET version = 1 WHERE position IS NOT NULL'),
    'idempotency',
  ],
  'an answer to a retry is added': [
    run(`INSERT INTO idempotency (key, position) VALUES ('k', 5)`),
    'idempotency',
  ],
  'an answer without an event is changed': [
    run('UPDATE idempotency SET version = version + 1 WHERE position IS NULL'),
    'idempotency',
  ],
  'an answer without an event is added': [
    run(`INSERT INTO idempotency VALUES ('k', NULL, x'0f', 's', 1, zeroblob(32))`),
    'idempotency',
  ],
  'an answer loses its event': [run(`UPDATE idempotency SET position = NULL`), 'idempotency'],
  'a payload is erased that nothing erased': [
    (db) => overwrite(db, `position = ${aNote(db)}`),
    'erasure',
  ],
  'an erased payload is made shorter': [
    run(`UPDATE events SET body = substr(body, 2)
         WHERE position NOT IN (SELECT position FROM kept_payloads)`),
    'payload',
  ],
  'something is written into an erased payload': [
    run(`UPDATE events SET body = substr(body, 2) || 'x'
         WHERE position NOT IN (SELECT position FROM kept_payloads)`),
    'payload',
  ],
  'the payload of a forgotten note comes back': [
    (db, kinds) => {
      const position = positionOf(
        db,
        `stream = stream_for_log('observation/${kinds.forgotten[0]}')`,
      );
      db.exec(`UPDATE events SET ${COMES_BACK} WHERE position = ${position}`);
    },
    'erasure',
  ],
  'the payload of a redacted event comes back': [
    run(`UPDATE events SET ${COMES_BACK} WHERE position = (SELECT min(position) FROM redactions
         WHERE position NOT IN (SELECT position FROM kept_payloads))`),
    'erasure',
  ],
  'the payload of an event that was forgotten alone comes back': [
    run(`UPDATE events SET ${COMES_BACK} WHERE position =
         (SELECT min(substr(stream, 9) + 0) FROM events WHERE type = 'event.forgotten')`),
    'erasure',
  ],
  'the payload of the member of a team that was removed comes back': [
    run(`UPDATE events SET ${COMES_BACK} WHERE position =
         (SELECT min(position) FROM events WHERE type = 'team.created' AND stream IN
           (SELECT stream FROM events WHERE type = 'team.removed'))`),
    'erasure',
  ],
  'the payload of a redaction that was redacted again comes back': [
    run(`UPDATE events SET ${COMES_BACK} WHERE position = (SELECT min(position) FROM events
         WHERE type = 'event.redacted' AND position NOT IN (SELECT by FROM redactions))`),
    'erasure',
  ],
  'the payload of the event that forgot is erased': [
    (db) =>
      overwrite(
        db,
        `position IN (SELECT position FROM events WHERE type = 'observation.forgotten')`,
      ),
    'erasure',
  ],
  'the mark of a redaction is removed': [
    run('DELETE FROM redactions WHERE position = (SELECT max(position) FROM redactions)'),
    'redaction',
  ],
  'the mark of a redaction is added': [
    run(
      `INSERT INTO redactions SELECT (SELECT max(position) FROM events), max(by) FROM redactions`,
    ),
    'redaction',
  ],
  'a trigger says something else': [
    run(`CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT 1; END`),
    'schema',
  ],
  'an index is dropped': [run('DROP INDEX idempotency_by_stream'), 'schema'],
  'a table is added': [run('CREATE TABLE notes (x)'), 'schema'],
  'the format is another': [run('PRAGMA user_version = 1'), 'schema'],
  'the head is forged': [(db) => setHead(db, { position: 70, hash: NOWHERE }), 'head'],
  'the head is gone': [run('DELETE FROM head'), 'head'],
  'a counter in the head is changed': [
    run('UPDATE head SET deduplicated = deduplicated + 1'),
    'head',
  ],
  'the application id is changed': [run('PRAGMA application_id = 77'), 'header'],
};
