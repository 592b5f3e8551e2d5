import { expect, onTestFinished, test } from 'vitest';
import {
  inText,
  type StoredName,
  shownId,
  shownMeta,
  shownMetaJson,
  shownRequest,
  shownStream,
  storedId,
  storedMeta,
  storedRequest,
  storedStream,
} from '../../../src/log/sqlite/storedNames.js';
import { openSqlite } from '../../../src/sqlite/sqlite.js';

const ULID = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';
const UUID = '039219c1-f4df-485b-b079-0df9a1b2c3d4';

function database() {
  const sql = openSqlite(':memory:', 'OFF');
  onTestFinished(() => void sql.db.close());
  return sql;
}

/** A name as SQLite gives it back. */
function kept(name: StoredName): string {
  return (
    database().get<{ text: string }>(`SELECT ${inText(':name')} AS text`, { name })?.text ?? ''
  );
}

test.each([
  ['the id of an event', storedId, shownId, ULID],
  ['a note', storedStream, shownStream, `observation/${ULID}`],
  ['a request', storedRequest, shownRequest, UUID],
])('%s takes 16 bytes and comes back', (_what, stored, shown, name) => {
  expect(stored(name)).toHaveLength(16);
  expect(stored(name)).toBeInstanceOf(Buffer);
  expect(shown(kept(stored(name)))).toBe(name);
});

test.each([
  [storedId, shownId, 'event 1'],
  [storedId, shownId, ULID.toLowerCase()],
  [storedStream, shownStream, `session/${ULID}`],
  [storedStream, shownStream, 'observation/7'],
  [storedStream, shownStream, ULID],
  [storedRequest, shownRequest, ULID],
  [storedRequest, shownRequest, UUID.toUpperCase()],
  [storedRequest, shownRequest, UUID.replaceAll('-', '')],
  [storedRequest, shownRequest, UUID.replaceAll('-', '').toUpperCase()],
])('any other name comes back as it was: %#', (stored, shown, name) => {
  expect(stored(name)).toBe(name);
  expect(shown(kept(stored(name)))).toBe(name);
});

test.each([
  { actor: 'admin' },
  { actor: 'member:"é"', request_id: UUID },
  { actor: 'admin', request_id: 'ABC', run: ULID },
  { actor: 'admin', run: ULID },
  { actor: '{"actor":"x"}' },
  { actor: 'admin', of: 'a later release' },
])('a meta comes back, and its text is canonical: %j', (meta) => {
  const sql = database();
  sql.db.exec('CREATE TABLE metas (actor TEXT, request ANY, run ANY) STRICT');
  sql.run('INSERT INTO metas VALUES (?, ?, ?)', storedMeta(meta));
  const row = sql.get<Parameters<typeof shownMeta>[0]>(
    `SELECT actor, ${inText('request')} AS request, ${inText('run')} AS run FROM metas`,
  );
  expect(row && shownMeta(row)).toEqual(meta);
  const sorted = Object.fromEntries(Object.entries(meta).sort(([a], [b]) => (a < b ? -1 : 1)));
  expect(row && shownMetaJson(row)).toBe(JSON.stringify(sorted));
});
