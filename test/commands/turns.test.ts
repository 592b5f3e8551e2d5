import { expect, onTestFinished, test } from 'vitest';
import { savePrompt } from '../../src/commands/documents.js';
import { TURN_BYTES } from '../../src/commands/shareTurns.js';
import type { PrivacyFilter } from '../../src/privacy/privacyFilter.js';
import { testClient } from '../support/client.js';
import { HIVE, HIVE_KEY } from '../support/hub.js';
import { ADMIN, note } from '../support/notes.js';
import { plainFilter } from '../support/plainFilter.js';
import { testApp } from '../support/testApp.js';

/** A vault whose filter adds up the texts that it gets in each turn of the event loop. */
async function countedVault() {
  let now = 0;
  let most = 0;
  let ticking = true;
  const tick = () => {
    now = 0;
    if (ticking) setImmediate(tick);
  };
  tick();
  onTestFinished(() => {
    ticking = false;
  });
  const filter: PrivacyFilter = async (text) => {
    now += text.length;
    most = Math.max(most, now);
    return plainFilter(text);
  };
  const app = await testApp({ VAULT_HIVE_INGEST_KEY: HIVE_KEY }, { filter });
  return { client: await testClient(app), most: () => most };
}

const content = 'x'.repeat(1000);

test('the items of a batch are redacted in many turns, although they arrive together', async () => {
  const { client, most } = await countedVault();
  const lines = Array.from({ length: 300 }, (_, i) => note({ title: `${i}`, content }));
  const payload = lines.map((line) => JSON.stringify(line)).join('\n');
  const headers = { ...ADMIN, 'content-type': 'application/x-ndjson' };
  const url = '/api/v1/observations/batch';
  const answer = await client.call('POST', url, { payload, headers });
  expect(answer.json()).toMatchObject({ stored: 300 });
  expect(most()).toBeLessThanOrEqual(TURN_BYTES);
});

test('so are those that another vault pushes', async () => {
  const { client, most } = await countedVault();
  const ulid = (i: number) => `01KA5ZJ3M4T6V8X0Y2Z4A6${String(i).padStart(4, '0')}`;
  const events = Array.from({ length: 300 }, (_, i) => ({
    event: ulid(i),
    id: ulid(i),
    at: 1,
    position: i + 1,
    note: { title: 't', type: 'task', content, created_at: '2026-01-01T00:00:00Z' },
  }));
  const payload = { origin: 'a'.repeat(32), events };
  const answer = await client.call('POST', '/v1/observations/batch', { payload, headers: HIVE });
  expect(answer.json()).toMatchObject({ accepted: 300 });
  expect(most()).toBeLessThanOrEqual(TURN_BYTES);
});

test('long texts share no commit, and a command whose text takes long to redact holds up no other', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const filter: PrivacyFilter = async (text) => {
    if (text === 'slow') await held;
    return plainFilter(text);
  };
  const app = await testApp({}, { filter });
  const commits: number[] = [];
  app.onCommit(({ events }) => void commits.push(events.length));
  const save = (name: string, text: string) =>
    app.executor.execute(
      savePrompt,
      { name, content: text, tags: undefined },
      { meta: { actor: 'test' } },
    );
  const slow = save('slow', 'slow');
  const long = 'x'.repeat(400_000);
  await Promise.all(Array.from({ length: 5 }, (_, i) => save(`${i}`, long)));
  expect(commits).toEqual([2, 2, 1]);
  release();
  await slow;
  expect(commits).toEqual([2, 2, 1, 1]);
});
