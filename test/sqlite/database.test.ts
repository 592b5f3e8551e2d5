import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { bindingFor } from '../../src/sqlite/bindingFor.js';
import { Database } from '../../src/sqlite/database.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const VERSION = bindingFor(process.versions.node);

/** Where memory-vault was installed for another Node: `database.js` without a better-sqlite3. */
function installation(root: string): string {
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module' }));
  for (const room of ['sqlite', 'diagnostics'])
    cpSync(join(DIST, room), join(root, 'dist', room), { recursive: true });
  return pathToFileURL(join(root, 'dist', 'sqlite', 'database.js')).href;
}

test('errors of the chosen binding are instances of its SqliteError', () => {
  const db = new Database(':memory:');
  expect(() => db.prepare('SELECT * FROM absent')).toThrow(Database.SqliteError);
  db.close();
});

test('without the binding for this Node, one sentence names it and the next step', async () => {
  const clone = join(temporaryDirectory(), 'clone');
  await expect(import(installation(clone))).rejects.toThrow(
    `better-sqlite3 ${VERSION}, which Node ${process.versions.node} needs, does not load: install memory-vault again with this Node ("npm ci" in ${clone})`,
  );
});

test('what npx has made for another Node is deleted first', async () => {
  const place = temporaryDirectory();
  const root = join(place, 'node_modules', 'memory-vault');
  await expect(import(installation(root))).rejects.toThrow(
    `(if npx made ${place}, delete that first)`,
  );
});

test('a binding that was built for another Node is not used', async () => {
  const clone = join(temporaryDirectory(), 'clone');
  const url = installation(clone);
  const broken = join(
    clone,
    VERSION === 12 ? 'sqlite-for-node20' : '',
    'node_modules/better-sqlite3',
  );
  mkdirSync(broken, { recursive: true });
  writeFileSync(
    join(broken, 'index.js'),
    'module.exports = class { constructor() { throw new Error("NODE_MODULE_VERSION 137\\nmore"); } };',
  );
  await expect(import(url)).rejects.toThrow(
    /install memory-vault again .*NODE_MODULE_VERSION 137$/,
  );
});
