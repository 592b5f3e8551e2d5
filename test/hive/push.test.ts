import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerFailure, networkFailure } from '../../src/hive/hiveClient.js';
import { hashedNames } from '../../src/hive/hiveKey.js';
import { privacyFilter } from '../../src/privacy/privacyFilter.js';
import { type Client, testClient } from '../support/client.js';
import { HIVE_KEY, type Hub, pusher, received, startHub } from '../support/hub.js';
import { ADMIN, save } from '../support/notes.js';
import { plainFilter } from '../support/plainFilter.js';
import { recordingHub } from '../support/recordingHub.js';
import { redacted } from '../support/redacted.js';
import { testApp } from '../support/testApp.js';

test('a note of an allowed type is pushed once, with its time and origin', async () => {
  const hub = await startHub();
  const app = await testApp();
  const client = await testClient(app);
  const anchors = [{ path: 'src/a.ts', lines: '1-2', commit: 'abcdef0' }];
  const times = { valid_until: '2027-03-31T23:59:59Z', review_after: '1970-01-01T00:00:00Z' };
  const about = { title: 'A note', type: 'decision', tags: ['x'], anchors, ...times };
  const id = await save(client, about);
  const { pushAll, status, close } = await pusher(app, hub.url);
  await pushAll();
  await pushAll();
  expect(await received(hub)).toMatchObject([
    {
      title: 'A note',
      content: 'Some content.',
      type: 'decision',
      tags: ['x'],
      anchors,
      ...times,
      created_at: '2026-11-20T09:30:00Z',
      origin: { id },
    },
  ]);
  expect(status()).toMatchObject({ cursor: 1, pushed: 1, refused: 0 });
  close();
});

test.each([
  ['of a type that is not to leave', { type: 'task' }],
  ['that is personal', { project: 'personal' }],
  ['with two kinds of personal data', { content: 'note of ada@example.org at 10.1.2.3' }],
  [
    'with kinds of personal data in different places',
    { title: 'ada@example.org', tags: ['10.1.2.3'] },
  ],
])('a note %s is not pushed', async (_what, about) => {
  const { hub, push } = await pair({ type: 'decision', title: 'note', ...about });
  await push.pushAll();
  expect(await received(hub)).toEqual([]);
  expect(push.status()).toMatchObject({ cursor: 1, pushed: 0 });
  expect((await hub.app.log.head()).position).toBe(0);
});

test('one kind of personal data is replaced in the pushed note and kept in the vault', async () => {
  const { hub, push, client, id } = await pair({
    title: 'note for ada@example.org',
    content: 'note: ask ada@example.org or bob@example.org',
    tags: ['eve@example.org'],
    anchors: [{ path: 'mail/ada@example.org.txt' }],
  });
  await push.pushAll();
  expect(await received(hub)).toMatchObject([
    {
      title: 'note for [EMAIL]',
      content: 'note: ask [EMAIL] or [EMAIL]',
      tags: ['[EMAIL]'],
      anchors: [{ path: expect.stringMatching(/^mail\/\[EMAIL\]/) }],
    },
  ]);
  const kept = await client.call('GET', `/api/v1/observations/${id}`);
  expect(kept.json().title).toBe('note for ada@example.org');
});

test('a note in which the current filter finds a secret is not pushed', async () => {
  const quiet = await testApp(
    {},
    { filter: async (text) => ({ text: redacted(text), finds: [] }) },
  );
  const client = await testClient(quiet);
  await save(client, { content: 'note: password = hunter2hunter2' });
  const hub = await startHub();
  const push = await pusher({ ...quiet, filter: privacyFilter() }, hub.url);
  await push.pushAll();
  expect(await received(hub)).toEqual([]);
  push.close();
});

test('a note with a secret in its country, a tag or an anchor is not pushed', async () => {
  const quiet = await testApp(
    {},
    { filter: async (text) => ({ text: redacted(text), finds: [] }) },
  );
  const client = await testClient(quiet);
  await save(client, { content: 'note', country: 'password=hunter2hunter2' });
  await save(client, { content: 'note', tags: ['password=hunter2hunter2'] });
  await save(client, { content: 'note', anchors: [{ branch: 'password=hunter2hunter2' }] });
  await save(client, { content: 'note of a harmless country', country: 'DE' });
  const { url, sent } = await recordingHub();
  const push = await pusher({ ...quiet, filter: privacyFilter() }, url);
  await push.pushAll();
  expect(sent()).toContain('"country":"DE"');
  expect(sent()).not.toContain('hunter2');
  push.close();
});

test.each([false, true])(
  'no byte that the hub gets has personal data or secrets from labels, with VAULT_HIVE_NAMES=%s',
  async (names) => {
    const app = await testApp(
      {},
      { filter: async (text) => ({ text: redacted(text), finds: [] }) },
    );
    const client = await testClient(app);
    for (const field of ['tags', 'country', 'project', 'team', 'author']) {
      for (const text of ['ada@example.org', 'password=hunter2hunter2']) {
        await save(client, { content: 'note', [field]: field === 'tags' ? [text] : text });
      }
    }
    const { url, sent } = await recordingHub();
    const push = await pusher({ ...app, filter: privacyFilter() }, url, { names });
    await push.pushAll();
    expect(sent().match(/"content":"note"/g)).toHaveLength(8);
    for (const text of ['hunter2', 'ada@', 'example.org']) expect(sent()).not.toContain(text);
    push.close();
  },
);

test('personal data in the country counts with that in other places', async () => {
  const { hub, push } = await pair({ content: 'note at 10.1.2.3', country: 'ada@example.org' });
  await push.pushAll();
  expect(await received(hub)).toEqual([]);
});

test('a note with replaced secrets may be pushed', async () => {
  const { hub, push } = await pair({
    content: 'note <private>mine</private> password=hunter2hunter2',
  });
  await push.pushAll();
  expect(await received(hub)).toMatchObject([{ content: 'note [PRIVATE] password=[REDACTED]' }]);
});

test('names are pushed as keyed hashes: equal for equal names and keys, different otherwise', async () => {
  const names = { project: 'ada', team: 'ada', author: 'ada' };
  const { hub, push } = await pair({ content: 'note', ...names });
  await push.pushAll();
  const [hit] = await received(hub);
  const sent = [hit?.project, hit?.team, hit?.author];
  for (const name of sent) expect(name).toMatch(/^hive-[0-9a-f]{32}$/);
  expect(new Set(sent).size).toBe(3);
  expect(hashedNames(HIVE_KEY)('project', 'ada')).toBe(sent[0]);
  expect(hashedNames('another-key-of-a-hive')('project', 'ada')).not.toBe(sent[0]);
});

test('with VAULT_HIVE_NAMES=1 names are pushed as text, without personal data', async () => {
  const about = { content: 'note', project: 'checkout', author: 'ada@example.org' };
  const { hub, push } = await pair(about, { names: true });
  await push.pushAll();
  expect(await received(hub)).toMatchObject([{ project: 'checkout', author: '[EMAIL]' }]);
});

test('a revision is pushed as a revision, and of several waiting ones only the newest', async () => {
  const { hub, push, client, id } = await pair({ content: 'note one' });
  await push.pushAll();
  await revise(client, id, { content: 'note two' });
  await revise(client, id, { content: 'note three' });
  await push.pushAll();
  const [hit] = await received(hub);
  expect(hit).toMatchObject({ content: 'note three', revision: 2 });
  expect((await hub.app.log.head()).position).toBe(2);
});

test('a note that a revision makes unfit for the hive is retracted', async () => {
  const { hub, push, client, id } = await pair({ content: 'note one' });
  await push.pushAll();
  await revise(client, id, { type: 'task' });
  await push.pushAll();
  expect(await received(hub)).toEqual([]);
  await revise(client, id, { type: 'decision' });
  await push.pushAll();
  expect(await received(hub)).toMatchObject([{ type: 'decision', content: 'note one' }]);
});

test('nothing is pushed of a note that was forgotten before its first push, not even the forgetting', async () => {
  const { hub, push, client, id } = await pair({ content: 'note' });
  const other = await save(client, { content: 'note that stays' });
  await client.call('DELETE', `/api/v1/observations/${id}`);
  await push.pushAll();
  expect(await received(hub)).toMatchObject([{ origin: { id: other } }]);
  expect((await hub.app.log.head()).position).toBe(1);
});

test('a note that is forgotten after its push is forgotten at the hub, too', async () => {
  const { hub, push, client, id } = await pair({ content: 'note' });
  await push.pushAll();
  await client.call('DELETE', `/api/v1/observations/${id}`);
  await push.pushAll();
  expect(await received(hub)).toEqual([]);
  const [first] = await hub.app.log.readAfter(0, 1);
  expect(first?.type).toBe('erased');
});

test('a forgetting is pushed when the answer to the note itself was lost', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const id = await save(client, { content: 'note' });
  const hub = await startHub();
  let cut = true;
  const push = await pusher(app, hub.url, {
    wrap: (through) => ({
      ...through,
      async push(items, signal) {
        const receipt = await through.push(items, signal);
        if (cut) throw networkFailure(new Error('cut'));
        return receipt;
      },
    }),
  });
  await expect(push.pushAll()).rejects.toThrow('Error');
  expect(await received(hub)).toHaveLength(1);
  expect(push.status()).toMatchObject({ cursor: 0, pushed: 0 });
  cut = false;
  await client.call('DELETE', `/api/v1/observations/${id}`);
  await push.pushAll();
  expect(await received(hub)).toEqual([]);
  push.close();
});

test('a paused project pushes nothing; after it is resumed, the notes of the pause are pushed', async () => {
  const { hub, push, client } = await pair({ content: 'note before', project: 'p' });
  const move = (what: string) =>
    client.call('POST', `/admin/hive/projects/p/${what}`, { headers: ADMIN });
  expect((await move('pause')).json()).toEqual({ project: 'p', hive: 'paused' });
  await save(client, { content: 'note meanwhile', project: 'p' });
  await save(client, { content: 'note elsewhere', project: 'q' });
  await push.pushAll();
  expect(await contents(hub)).toEqual(['note elsewhere']);
  expect(push.status().cursor).toBe((await client.app.log.head()).position);
  expect((await move('resume')).json()).toEqual({ project: 'p', hive: 'active' });
  await save(client, { content: 'note after', project: 'p' });
  await push.pushAll();
  expect(await contents(hub)).toEqual([
    'note after',
    'note before',
    'note elsewhere',
    'note meanwhile',
  ]);
  expect(push.status()).toMatchObject({ pushed: 4, refused: 0 });
});

test('a note without a project is paused and sent with that of its session', async () => {
  const app = await testApp();
  const client = { ...(await testClient(app)), app };
  const started = await client.call('POST', '/api/v1/sessions', { payload: { project: 'p' } });
  await save(client, { content: 'note', session_id: started.json().id });
  const hub = await startHub();
  const push = await pusher(app, hub.url);
  await client.call('POST', '/admin/hive/projects/p/pause', { headers: ADMIN });
  await push.pushAll();
  expect(await received(hub)).toEqual([]);
  await client.call('POST', '/admin/hive/projects/p/resume', { headers: ADMIN });
  await push.pushAll();
  expect(await received(hub)).toMatchObject([{ project: hashedNames(HIVE_KEY)('project', 'p') }]);
  push.close();
});

test('a note of a paused project stays after the session that says so is forgotten', async () => {
  const app = await testApp();
  const client = { ...(await testClient(app)), app };
  const started = await client.call('POST', '/api/v1/sessions', { payload: { project: 'p' } });
  const { id } = started.json();
  await client.call('POST', '/admin/hive/projects/p/pause', { headers: ADMIN });
  await save(client, { content: 'note before', session_id: id });
  await client.call('DELETE', `/api/v1/sessions/${id}`);
  await save(client, { content: 'note after', session_id: id });
  const hub = await startHub();
  const push = await pusher(app, hub.url);
  await push.pushAll();
  expect(await received(hub)).toEqual([]);
  await client.call('POST', '/admin/hive/projects/p/resume', { headers: ADMIN });
  await push.pushAll();
  expect((await received(hub)).map(({ project }) => project)).toEqual([undefined, undefined]);
  push.close();
});

test('a vault does not push notes that it received', async () => {
  const { hub, push } = await pair({ content: 'note' });
  await push.pushAll();
  const beyond = await startHub();
  const onward = await pusher(hub.app, beyond.url);
  await onward.pushAll();
  expect((await beyond.app.log.head()).position).toBe(0);
  onward.close();
});

test('a vault that is its own hub reports that, and nothing is stored', async () => {
  const hub = await startHub();
  await save(hub.client, { content: 'note' });
  const push = await pusher(hub.app, hub.url);
  await expect(push.pushAll()).rejects.toMatchObject({
    reason: expect.stringContaining('points to this vault itself'),
  });
  expect((await hub.app.log.head()).position).toBe(1);
  push.close();
});

test('a refused item is set aside with its reason, and the others are stored', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const bad = await save(client, { content: 'note one' });
  await save(client, { content: 'note two' });
  const hub = await startHub();
  const push = await pusher(app, hub.url, {
    wrap: (through) => ({
      ...through,
      push: (items, signal) =>
        through.push(
          items.map((item) =>
            item.id === bad && item.note ? { ...item, note: { ...item.note, title: '' } } : item,
          ),
          signal,
        ),
    }),
  });
  await push.pushAll();
  expect(await contents(hub)).toEqual(['note two']);
  expect(push.status()).toMatchObject({ cursor: 2, pushed: 1, refused: 1 });
  push.close();
});

test('a batch that is too large is split, and one note that is too large alone is set aside', async () => {
  const app = await testApp();
  const client = await testClient(app);
  for (let i = 0; i < 8; i++) await save(client, { content: `note ${i}` });
  await save(client, { content: `note ${'x'.repeat(5000)}` });
  const hub = await startHub();
  const sizes: number[] = [];
  const push = await pusher(app, hub.url, {
    wrap: (through) => ({
      ...through,
      async push(items, signal) {
        sizes.push(items.length);
        if (JSON.stringify(items).length > 2000) throw answerFailure(tooLarge(), undefined, 0, '');
        return through.push(items, signal);
      },
    }),
  });
  await push.pushAll();
  expect(await received(hub)).toHaveLength(8);
  expect(push.status()).toMatchObject({ cursor: 9, pushed: 8, refused: 1 });
  expect(sizes[0]).toBe(9);
  expect(sizes.at(-1)).toBe(1);
  push.close();
});

test('batches have at most 100 items and 512 KiB, unless a single note is larger', async () => {
  const app = await testApp({ VAULT_BODY_LIMIT: '4000000' }, { filter: plainFilter });
  const client = await testClient(app);
  for (let i = 0; i < 105; i++) await save(client, { content: `note ${i}` });
  for (let i = 0; i < 3; i++) await save(client, { content: `note ${'y'.repeat(300_000)}` });
  await save(client, { content: `note ${'€'.repeat(500_000)}` });
  const hub = await startHub();
  const sizes: number[] = [];
  const push = await pusher(app, hub.url, {
    wrap: (through) => ({
      ...through,
      push(items, signal) {
        sizes.push(items.length);
        return through.push(items, signal);
      },
    }),
  });
  await push.pushAll();
  expect(sizes).toEqual([100, 6, 1, 1, 1]);
  expect(push.status()).toMatchObject({ pushed: 109, refused: 0 });
  push.close();
});

test('without its ledger a vault pushes everything again, and the hub stores nothing twice', async () => {
  const { hub, push, client, id, app } = await pair({ content: 'note one' });
  const gone = await save(client, { content: 'note two' });
  await push.pushAll();
  await revise(client, id, { content: 'note three' });
  await client.call('DELETE', `/api/v1/observations/${gone}`);
  push.close();
  for (const end of ['', '-wal', '-shm'])
    rmSync(`${app.config.dataDir}/hive.db${end}`, { force: true });
  const again = await pusher(app, hub.url);
  await again.pushAll();
  expect(await contents(hub)).toEqual(['note three']);
  again.close();
});

test('all notes are pushed to a new hub from the beginning', async () => {
  const { push, app } = await pair({ content: 'note one' });
  await push.pushAll();
  push.close();
  const other = await startHub();
  const again = await pusher(app, other.url);
  await again.pushAll();
  expect(await contents(other)).toEqual(['note one']);
  again.close();
});

test('a type that is allowed later is pushed from the beginning, and nothing else again', async () => {
  const { hub, push, client, app } = await pair({ content: 'note one' });
  await save(client, { content: 'note two', type: 'task' });
  await push.pushAll();
  push.close();
  const batches: number[] = [];
  const wider = await pusher(app, hub.url, {
    types: ['learning', 'task'],
    wrap: (through) => ({
      ...through,
      push(items, signal) {
        batches.push(items.length);
        return through.push(items, signal);
      },
    }),
  });
  await wider.pushAll();
  expect(await contents(hub)).toEqual(['note one', 'note two']);
  expect(batches).toEqual([1]);
  wider.close();
});

async function pair(about: Record<string, unknown>, more: Parameters<typeof pusher>[2] = {}) {
  const app = await testApp();
  const client = { ...(await testClient(app)), app };
  const id = await save(client, about);
  const hub = await startHub();
  const push = await pusher(app, hub.url, more);
  return { hub, app, client, id, push };
}

async function revise(client: Client, id: string, payload: Record<string, unknown>): Promise<void> {
  const answer = await client.call('PATCH', `/api/v1/observations/${id}`, { payload });
  expect(answer.statusCode, answer.body).toBe(200);
}

const contents = async (hub: Hub) => (await received(hub)).map(({ content }) => content).sort();
const tooLarge = () => new Response('', { status: 413 });
