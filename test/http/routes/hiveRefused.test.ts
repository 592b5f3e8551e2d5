import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hiveLedger, openHiveLedger } from '../../../src/hive/hiveLedger.js';
import { testClient } from '../../support/client.js';
import { HIVE_KEY } from '../../support/hub.js';
import { ADMIN, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const HIVE = { VAULT_HIVE_URL: 'http://127.0.0.1:7999', VAULT_HIVE_KEY: HIVE_KEY };
const REFUSED = '/admin/hive/refused';

test('without a hive nothing was refused', async () => {
  const client = await testClient(await testApp());
  expect((await client.call('GET', REFUSED, { headers: ADMIN })).json()).toEqual([]);
});

test('what the hub refused is listed newest first, with the time of the event where the log has it', async () => {
  const app = await testApp(HIVE);
  const client = await testClient(app);
  await save(client);
  const [event] = (await app.log.readEntries(0, 1, {})).entries;
  const file = openHiveLedger(join(app.config.dataDir, 'hive.db'));
  const note = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
  const gone = { event: '01KA5ZJ3M4A1B2C3D4E5F6G7H8', note, position: 9, reason: 'too large' };
  const known = { event: event?.id ?? '', note, position: 1, reason: 'it has no title' };
  hiveLedger(file).recordPush({
    cursor: 1,
    hash: Buffer.alloc(0),
    notes: [],
    withheld: new Map(),
    pushed: 0,
    at: 0,
    refused: [known, gone],
  });
  file.db.close();
  const list = async (query = '') =>
    (await client.call('GET', REFUSED + query, { headers: ADMIN })).json();
  expect(await list()).toEqual([
    { note, position: 9, reason: 'too large' },
    { note, position: 1, at: '2026-11-20T09:30:00Z', reason: 'it has no title' },
  ]);
  expect(await list('?limit=1')).toHaveLength(1);
});
