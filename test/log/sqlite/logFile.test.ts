import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Line } from '../../../src/diagnostics/reporter.js';
import { testClient } from '../../support/client.js';
import { save } from '../../support/notes.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { testApp } from '../../support/testApp.js';

const NOTE = { title: 'too late', content: 'c', type: 'task', project: 'p' };

test.each<[string, (dataDir: string) => void, string]>([
  ['the data directory is deleted', (dir) => rmSync(dir, { recursive: true }), 'log.db'],
  [
    'the data directory is moved and another takes its place',
    (dir) => {
      renameSync(dir, `${dir}-moved`);
      mkdirSync(dir);
    },
    'log.db',
  ],
  ['log.db is deleted', (dir) => rmSync(join(dir, 'log.db')), 'log.db'],
  [
    'log.db is replaced',
    (dir) => {
      writeFileSync(join(dir, 'other.db'), '');
      renameSync(join(dir, 'other.db'), join(dir, 'log.db'));
    },
    'log.db',
  ],
  ['the write-ahead log is deleted', (dir) => rmSync(join(dir, 'log.db-wal')), 'log.db-wal'],
])(
  'when %s, no save is acknowledged, and what was saved can still be read',
  async (_what, act, name) => {
    const dataDir = join(temporaryDirectory(), 'vault');
    const lines: Line[] = [];
    const app = await testApp({ VAULT_DATA_DIR: dataDir }, { write: (line) => lines.push(line) });
    const client = await testClient(app);
    await save(client, { project: 'p' });
    act(dataDir);
    for (let i = 0; i < 3; i++) {
      const refused = await client.call('POST', '/api/v1/observations', { payload: NOTE });
      expect(refused.statusCode).toBe(503);
      expect(refused.json().detail).toContain('nothing was stored');
    }
    const { entries } = await app.log.readEntries(0, 10, {});
    expect(entries).toHaveLength(1);
    expect((await client.call('GET', '/api/v1/context/p')).json()).toHaveLength(1);
    const ready = await client.call('GET', '/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.json().conditions).toMatchObject([{ code: 'log_file_gone', level: 'fatal' }]);
    expect(ready.body).not.toContain(dataDir);
    expect(lines.filter(({ level }) => level !== 'warn')).toMatchObject([
      { level: 'fatal', code: 'log_file_gone', file: join(dataDir, name) },
    ]);
  },
);

test('when the files come back, saves go on', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  const client = await testClient(await testApp({ VAULT_DATA_DIR: dataDir }));
  await save(client, { project: 'p' });
  renameSync(dataDir, `${dataDir}-moved`);
  expect((await client.call('GET', '/readyz')).statusCode).toBe(503);
  renameSync(`${dataDir}-moved`, dataDir);
  expect((await client.call('GET', '/readyz')).statusCode).toBe(200);
  await save(client, { title: 'later' });
});
