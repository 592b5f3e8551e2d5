import { createHash } from 'node:crypto';
import { commitment, type Envelope, leaf, link } from '../../src/log/chain.js';
import { sealOfHead } from '../../src/log/seal.js';
import { Database } from '../../src/sqlite/database.js';
import { giveNames, type InLog, idIn, type MetaInLog, metaIn, streamIn } from './namesInLog.js';

/** Writes to a log directly. Drops the triggers before and restores them afterwards. */
export function tamper(file: string, change: (db: Database.Database) => void): void {
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  giveNames(db);
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
    )
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  change(db);
  const missing = db.prepare<[string], { name: string }>(
    'SELECT name FROM sqlite_schema WHERE name = ?',
  );
  for (const { name, sql } of triggers) if (!missing.get(name)) db.exec(sql);
  db.close();
}

/** Replaces the data of an event as an informed forger would: all later hashes match again. */
export function rewrite(db: Database.Database, position: number, body: string): void {
  // The salt stays, because the fingerprint that is encrypted with it would reveal a new one.
  const salt = db
    .prepare<[number], Buffer>('SELECT salt FROM events WHERE position = ?')
    .pluck()
    .get(position);
  if (!salt) throw new Error(`there is no payload ${position}`);
  db.prepare('UPDATE events SET body = ?, commitment = ? WHERE position = ?').run(
    body,
    commitment(salt, body),
    position,
  );
  rechain(db);
}

/** Computes the chain of all events again and seals the head. */
export function rechain(db: Database.Database): void {
  type Row = Omit<Envelope, 'meta' | 'id' | 'stream'> &
    MetaInLog & { readonly id: InLog; readonly stream: InLog };
  const rows = db.prepare<[], Row>('SELECT * FROM events ORDER BY position').all();
  let hash: Buffer = Buffer.alloc(32);
  for (const row of rows) {
    const names = { id: idIn(row.id), stream: streamIn(row.stream) };
    hash = link(hash, leaf({ ...row, ...names, meta: metaIn(row) }));
    db.prepare('UPDATE events SET hash = ? WHERE position = ?').run(hash, row.position);
  }
  setHead(db, { position: rows.at(-1)?.position ?? 0, hash });
}

export function setHead(db: Database.Database, head: { position: number; hash: Buffer }): void {
  const deduplicated = Number(db.prepare('SELECT deduplicated FROM head').pluck().get());
  const seal = sealOfHead(head, deduplicated);
  db.prepare('UPDATE head SET position = ?, hash = ?, seal = ?').run(
    head.position,
    head.hash,
    seal,
  );
}

/** A hash that no event has. */
export const NOWHERE = createHash('sha256').update('nowhere').digest();
