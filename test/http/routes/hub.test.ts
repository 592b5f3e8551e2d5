import { gzipSync } from 'node:zlib';
import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { HiveItem, receiveObservation } from '../../../src/commands/receiveObservation.js';
import { parse } from '../../../src/domain/parse.js';
import { HiveHits } from '../../../src/hive/wire.js';
import { type Client, testClient } from '../../support/client.js';
import { runs } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { filesWith } from '../../support/filesWith.js';
import { HIVE, HIVE_KEY, HIVE_NOTE, hiveItem, received, startHub } from '../../support/hub.js';
import { save, UNKNOWN_SESSION } from '../../support/notes.js';
import { plainFilter } from '../../support/plainFilter.js';
import { redacted } from '../../support/redacted.js';
import { sharedClient } from '../../support/sharedClient.js';
import { stateOf } from '../../support/stateOf.js';
import { NOW, testApp } from '../../support/testApp.js';

const BATCH = '/v1/observations/batch';
const ORIGIN = 'a'.repeat(32);
const push = (client: Client, events: readonly unknown[], origin = ORIGIN) =>
  client.call('POST', BATCH, { payload: { origin, events }, headers: HIVE });

async function hubClient() {
  const app = await testApp({ VAULT_HIVE_INGEST_KEY: HIVE_KEY }, { filter: plainFilter });
  return { app, client: await testClient(app) };
}

/** Who takes it leaves it empty. */
const untouched = sharedClient({ VAULT_HIVE_INGEST_KEY: HIVE_KEY }, { filter: plainFilter });

test.each(['/v1/health', '/v1/search?q=x'])('%s requires the hive key', async (path) => {
  const client = untouched();
  expect((await client.call('GET', path)).json()).toMatchObject({ code: 'missing_credential' });
  const wrong = await client.call('GET', path, { headers: { 'x-hive-key': 'wrong' } });
  expect(wrong.json()).toMatchObject({ status: 401, code: 'invalid_hive_key' });
  expect((await client.call('GET', path, { headers: HIVE })).statusCode).toBe(200);
});

test('an instance without an ingest key is no hub', async () => {
  const client = await testClient(await testApp());
  const answer = await client.call('GET', '/v1/health', { headers: HIVE });
  expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' });
});

test('a request without the hive key is refused before its body is read', async () => {
  const client = untouched();
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const answer = await client.call('POST', BATCH, { payload: 'no gzip', headers });
  expect(answer.statusCode).toBe(401);
});

test('a batch is accepted as JSON and as gzipped JSON', async () => {
  const { client } = await hubClient();
  const plain = await push(client, [hiveItem(1)]);
  expect(plain.json()).toEqual({ accepted: 1, skipped: [], rejected: [] });
  const payload = gzipSync(JSON.stringify({ origin: ORIGIN, events: [hiveItem(2)] }));
  const headers = { ...HIVE, 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const packed = await client.call('POST', BATCH, { payload, headers });
  expect(packed.json()).toEqual({ accepted: 1, skipped: [], rejected: [] });
});

test('the largest number of items, with as many tags as a note may have, is not too much', async () => {
  const client = untouched();
  const tags = Array.from({ length: 50 }, (_, i) => `tag ${i}`);
  const events = Array.from({ length: 1000 }, () => ({ note: { tags, a: 1, b: 2, c: 3, d: 4 } }));
  const answer = await push(client, events);
  expect(answer.statusCode).toBe(200);
  expect(answer.json().rejected).toHaveLength(1000);
});

test.each([
  ['what is no gzip', Buffer.from('{}'), 'gzip', 400],
  ['another coding', Buffer.from('{}'), 'br', 415],
  ['gzip of no JSON', gzipSync('{'), 'gzip', 400],
  ['a bomb', gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')), 'gzip', 413],
])('%s is refused and changes nothing', async (_what, payload, coding, status) => {
  const { app, ...client } = untouched();
  const before = await stateOf(app);
  const headers = { ...HIVE, 'content-type': 'application/json', 'content-encoding': coding };
  expect((await client.call('POST', BATCH, { payload, headers })).statusCode).toBe(status);
  expect(await stateOf(app)).toEqual(before);
});

test.each([
  ['no origin', { events: [] }],
  ['a strange origin', { origin: 'me', events: [] }],
  ['too many items', { origin: ORIGIN, events: Array.from({ length: 1001 }, () => hiveItem(1)) }],
])('a batch with %s is refused', async (_what, payload) => {
  const client = untouched();
  const answer = await client.call('POST', BATCH, { payload, headers: HIVE });
  expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
});

test('an invalid item is rejected by its event or index, with all errors, without affecting the others', async () => {
  const { client } = await hubClient();
  const bad = hiveItem(2, { title: '', type: 'rumour' });
  const answer = await push(client, [
    hiveItem(1),
    bad,
    'x',
    hiveItem(3, {}, HIVE_NOTE.replace('C8E0', 'C8E1')),
  ]);
  expect(answer.json()).toEqual({
    accepted: 2,
    skipped: [],
    rejected: [
      { id: bad.event, reason: expect.stringMatching(/note\.title.*note\.type/) },
      { id: '#3', reason: expect.any(String) },
    ],
  });
});

test('what only a newer vault sends is left out, and the rest is taken', async () => {
  const { client } = await hubClient();
  const item = { ...hiveItem(1, { newer: true }), newer: 1 };
  const payload = { origin: ORIGIN, events: [item], newer: [] };
  const answer = await client.call('POST', '/v1/observations/batch', { payload, headers: HIVE });
  expect(answer.json()).toEqual({ accepted: 1, skipped: [], rejected: [] });
});

test('a received note is a normal observation with its time and origin, and is filtered again', async () => {
  const { client } = await hubClient();
  const project = 'hive-0123456789abcdef0123456789abcdef';
  await push(client, [
    hiveItem(1, { content: 'hush now', project, country: 'hush', tags: ['hush'] }),
  ]);
  const [hit] = (await client.call('GET', `/api/v1/context/${project}`)).json();
  expect(hit).toMatchObject({
    content: '[REDACTED] now',
    tags: ['[REDACTED]'],
    country: '[REDACTED]',
    created_at: '2026-01-05T10:00:00Z',
    origin: { instance: ORIGIN, id: HIVE_NOTE },
  });
  expect(hit.id).toMatch(/^01KA5ZJ3M4/);
  expect(hit.id).not.toBe(HIVE_NOTE);
  expect((await client.call('GET', `/api/v1/observations/${hit.id}`)).json()).toEqual(hit);
});

test('a note with plain names is in no project, team or author of the hub', async () => {
  const { client } = await hubClient();
  const names = { project: 'checkout', team: 'payments', author: 'the-owner' };
  await push(client, [hiveItem(1, names)]);
  expect((await client.call('GET', '/api/v1/context/checkout')).json()).toEqual([]);
  for (const [of, name] of Object.entries(names)) {
    const found = await client.call('GET', `/api/v1/search?q=note&${of}=${name}`);
    expect(found.json(), of).toEqual([]);
    const there = await client.call('GET', `/v1/search?q=note&${of}=${name}`, { headers: HIVE });
    expect(there.json(), of).toMatchObject([names]);
  }
  const [stored] = (await client.call('GET', '/api/v1/search?q=note')).json();
  expect(stored).toMatchObject({
    project: 'hive:checkout',
    team: 'hive:payments',
    author: 'hive:the-owner',
  });
});

test('a plain name that would be too long for an import is refused', async () => {
  const { client } = await hubClient();
  const names = [795, 796].map((length) => ({ project: 'p'.repeat(length) }));
  const items = names.map((name, i) => hiveItem(1, name, HIVE_NOTE.replace('E0', `E${i}`)));
  expect((await push(client, items)).json()).toMatchObject({
    accepted: 1,
    rejected: [{ reason: 'note.project: must be at most 795 characters' }],
  });
});

test('a name that the privacy filter makes too long is refused, so that other vaults can read every hit', async () => {
  const client = await testClient(await testApp({ VAULT_HIVE_INGEST_KEY: HIVE_KEY }));
  const long = 'pw=a\n'.repeat(158).trim();
  const names = [{ project: long }, { team: long }, { author: long }, { country: long }, {}];
  const items = names.map((name, i) => hiveItem(1, name, HIVE_NOTE.replace('E0', `E${i}`)));
  const { accepted, rejected } = (await push(client, items)).json();
  expect(accepted).toBe(1);
  expect(rejected.map(({ reason }: { reason: string }) => reason)).toEqual(
    ['project', 'team', 'author', 'country'].map(
      (of) => `note.${of}: must be at most 800 characters after the privacy filter`,
    ),
  );
  const hits = await client.call('GET', '/v1/search?q=note', { headers: HIVE });
  expect(HiveHits.parse(hits.json())).toHaveLength(1);
});

test('other vaults find plain names that an earlier release stored as they came', async () => {
  const { app, client } = await hubClient();
  const item = parse(HiveItem, hiveItem(1), 'invalid_payload');
  const asBefore = {
    ...receiveObservation,
    async redact(input: typeof received, filter: typeof plainFilter) {
      const { origin, note } = await receiveObservation.redact(input, filter);
      return { origin, note: note && { ...note, project: redacted('checkout') } };
    },
  };
  const received = { instance: ORIGIN, item };
  await app.executor.execute(asBefore, received, { meta: { actor: 'hive' } });
  await push(client, [hiveItem(2, { project: 'checkout' })], 'b'.repeat(32));
  const url = '/v1/search?q=note&project=checkout';
  const hits = (await client.call('GET', url, { headers: HIVE })).json();
  expect(hits).toMatchObject([
    { project: 'checkout', content: 'note at 2' },
    { project: 'checkout', content: 'note at 1' },
  ]);
});

test('a note that names a session of the hub is not put into it', async () => {
  const { client } = await hubClient();
  const started = await client.call('POST', '/api/v1/sessions', { payload: { project: 'p' } });
  const { id: own } = started.json();
  const items = [own, UNKNOWN_SESSION].map((session_id, i) =>
    hiveItem(1, { session_id }, HIVE_NOTE.replace('E0', `E${i}`)),
  );
  await push(client, items);
  const sessions = (await received({ client })).map(({ session_id }) => session_id);
  expect(sessions.sort()).toEqual([UNKNOWN_SESSION, null]);
});

test('a note is not dated later than its arrival', async () => {
  const { client } = await hubClient();
  await push(client, [hiveItem(1, { created_at: '2026-11-21T09:30:00Z' })]);
  expect(await received({ client })).toMatchObject([{ created_at: '2026-11-20T09:30:00Z' }]);
});

test('a message from the far future is refused, and does not win over a later one', async () => {
  const { client } = await hubClient();
  const day = 86_400_000;
  const late = { ...hiveItem(1), at: NOW + day + 1 };
  const dated = hiveItem(1, { created_at: '2026-11-21T09:30:01Z' });
  const beyond = { ...hiveItem(1), at: Number.MAX_SAFE_INTEGER };
  for (const one of [late, dated, beyond])
    expect((await push(client, [one])).json()).toMatchObject({
      accepted: 0,
      rejected: [
        {
          reason: expect.stringMatching(
            /^the time .* is more than a day ahead; .* correct the clock of the vault/,
          ),
        },
      ],
    });
  const items = [hiveItem(2), { ...hiveItem(3), at: NOW + day }];
  expect((await push(client, items)).json()).toMatchObject({ accepted: 2 });
  expect(await received({ client })).toMatchObject([{ content: 'note at 3' }]);
});

test('the same id from two vaults is two notes', async () => {
  const { client } = await hubClient();
  await push(client, [hiveItem(1)]);
  await push(client, [hiveItem(1)], 'b'.repeat(32));
  expect(await received({ client })).toHaveLength(2);
});

test('what is revised here after its vault revised it is not undone by an older message', async () => {
  const { client } = await hubClient();
  await push(client, [hiveItem(1)]);
  await push(client, [hiveItem(3)]);
  const [note] = await received({ client });
  const payload = { title: 'note revised here' };
  await client.call('PATCH', `/api/v1/observations/${note?.id}`, { payload });
  for (const older of [2, 3]) await push(client, [hiveItem(older)]);
  expect(await received({ client })).toMatchObject([{ ...payload, content: 'note at 3' }]);
});

test('a note that was forgotten here stays forgotten, even if its vault pushes it again', async () => {
  const { client } = await hubClient();
  await push(client, [hiveItem(1)]);
  const [hit] = await received({ client });
  await client.call('DELETE', `/api/v1/observations/${hit?.id}`);
  expect((await push(client, [hiveItem(2)])).json()).toMatchObject({
    skipped: [hiveItem(2).event],
  });
  expect(await received({ client })).toEqual([]);
});

test('a search by another vault finds received notes, never those saved here', async () => {
  const { client } = await hubClient();
  await save(client, { content: 'note of this vault' });
  await push(client, [hiveItem(1)]);
  expect(await received({ client })).toMatchObject([{ content: 'note at 1' }]);
  const others = `/v1/search?q=note&exclude_origin=${ORIGIN}`;
  expect((await client.call('GET', others, { headers: HIVE })).json()).toEqual([]);
});

/** The history of a note in its own vault: a text, a retraction, a text again. */
const history = fc
  .array(fc.constantFrom('says', 'says', 'takes back'), { minLength: 1, maxLength: 6 })
  .chain((steps) => {
    const items = steps.map((step, i) => hiveItem(i + 1, step === 'says' ? {} : null));
    const again = fc.shuffledSubarray([...items, ...items], { minLength: items.length });
    return again.map((order) => ({ items, order: [...order, ...missing(items, order)] }));
  });

const missing = <T>(all: readonly T[], some: readonly T[]) =>
  all.filter((one) => !some.includes(one));

property.prop([history, fc.integer({ min: 1, max: 4 })], { numRuns: runs(10, 40) })(
  'after repeated, reordered and split items the newest revision is stored',
  async ({ items, order }, size) => {
    const { client } = await hubClient();
    let accepted = 0;
    for (let i = 0; i < order.length; i += size) {
      const some = order.slice(i, i + size);
      const receipt = (await push(client, some)).json();
      expect(receipt.accepted + receipt.skipped.length).toBe(some.length);
      accepted += receipt.accepted;
    }
    const last = items.at(-1)?.note;
    expect(await received({ client })).toMatchObject(last ? [{ content: last.content }] : []);
    expect(accepted).toBeLessThanOrEqual(items.length);
  },
);

test('the text of a retracted note is in none of the hub’s files', async () => {
  const hub = await startHub();
  await push(hub.client, [hiveItem(1, { content: 'the unmistakable note' })]);
  await push(hub.client, [hiveItem(2, null)]);
  await eventually('it is wiped', () => expect(hub.app.wiper.pending()).toBe(false));
  expect(filesWith(hub.app.config.dataDir, 'unmistakable')).toEqual([]);
});

test('a note that was retracted and sent again is not there as of the time before, and nothing is damaged', async () => {
  const hub = await startHub();
  await push(hub.client, [hiveItem(1)]);
  await push(hub.client, [hiveItem(2, null)]);
  const { position } = await hub.app.log.head();
  await push(hub.client, [hiveItem(3)]);
  const [{ id }] = (await hub.client.call('GET', '/api/v1/search?q=note')).json();
  const url = `/api/v1/observations/${id}`;
  for (let as_of = 1; as_of <= position; as_of++) {
    expect((await hub.client.call('GET', `${url}?as_of=${as_of}`)).statusCode).toBe(404);
  }
  expect((await hub.client.call('GET', url)).json()).toMatchObject({ content: 'note at 3' });
});
