import { expect, test } from 'vitest';
import { testClient } from '../support/client.js';
import { HIVE, HIVE_KEY, hiveItem, received } from '../support/hub.js';
import { imported, newRun, outcomes, undone } from '../support/importing.js';
import { ADMIN } from '../support/notes.js';
import { testApp } from '../support/testApp.js';

test('after an import and its undoing, a received note still knows which messages are old', async () => {
  const client = await testClient(await testApp({ VAULT_HIVE_INGEST_KEY: HIVE_KEY }));
  const push = async (position: number) => {
    const payload = { origin: 'a'.repeat(32), events: [hiveItem(position)] };
    return (await client.call('POST', '/v1/observations/batch', { payload, headers: HIVE })).json();
  };
  for (const position of [1, 2]) expect(await push(position)).toMatchObject({ accepted: 1 });
  const archive = await client.call('GET', '/api/v1/admin/archive', { headers: ADMIN });
  const line = JSON.parse(archive.body);
  const next = {
    ...line.revisions[1],
    content: 'What an archive says.',
    at: '2026-11-21T00:00:00Z',
  };
  const goesOn = { ...line, content: next.content, revisions: [...line.revisions, next] };
  const run = newRun();
  expect(outcomes(await imported(client, [goesOn], { run }))).toEqual(['revised']);
  expect(await push(2)).toMatchObject({ accepted: 0 });
  expect(await received({ client })).toMatchObject([{ content: next.content }]);
  expect(await undone(client, run)).toMatchObject({ restored: 1 });
  expect(await push(2)).toMatchObject({ accepted: 0 });
  expect(await push(3)).toMatchObject({ accepted: 1 });
  expect(await received({ client })).toMatchObject([{ content: 'note at 3' }]);
});
