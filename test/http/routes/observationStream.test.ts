import { expect, test } from 'vitest';
import type { Visibility } from '../../../src/domain/caller.js';
import { eventStream } from '../../../src/http/answers/eventStream.js';
import type { LogEntry } from '../../../src/log/eventLog.js';
import { observationNews } from '../../../src/queries/listObservations.js';
import { type Client, testClient } from '../../support/client.js';
import { listenAs, type Message } from '../../support/messages.js';
import { ADMIN, note, save } from '../../support/notes.js';
import { loggedIn } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';
import { type Headers, MARK, walledVault } from '../../support/walledVault.js';

const LIST = '/api/v1/observations';

async function listening(client: Client) {
  const url = await client.server.listen({ host: '127.0.0.1', port: 0 });
  return (query = '', headers: Headers = {}) => listenAs(`${url}${LIST}${query}`, headers);
}

/** An open vault. */
async function openVault() {
  const app = await testApp();
  const client = await testClient(app);
  return { app, client, listen: await listening(client) };
}

const told = (messages: Message[]) =>
  messages.map(({ data }) => (data.forgotten ? `forgot ${data.id}` : data.title));
const change = (client: Client, id: string, title: string, headers: Headers = {}) =>
  client.call('PATCH', `${LIST}/${id}`, { payload: { title }, headers });
const forget = (client: Client, id: string, headers: Headers = {}) =>
  client.call('DELETE', `${LIST}/${id}`, { headers });
const savedBy = async (client: Client, headers: Headers, about: object): Promise<string> =>
  (await client.call('POST', LIST, { payload: note({ ...about }), headers })).json().id;

test('a stream tells each note as it is listed when it is saved and revised, and of a forgotten one its id', async () => {
  const { client, listen } = await openVault();
  await save(client, { title: 'before' });
  const stream = await listen();
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  const id = await save(client, { title: 'one', tags: ['a'] });
  const [first] = await stream.take(1);
  const url = `${LIST}/${id}`;
  expect(first).toEqual({ id: '2', data: (await client.call('GET', url)).json() });
  await change(client, id, 'One');
  const [revised] = await stream.take(1);
  expect(revised).toEqual({ id: '3', data: (await client.call('GET', url)).json() });
  await forget(client, id);
  expect(await stream.take(1)).toEqual([{ id: '4', data: { id, forgotten: true } }]);
});

test('who comes again hears what it missed: each note once, as it is now, and nothing of the text of a forgotten one', async () => {
  const { client, listen } = await openVault();
  const gone = await save(client, { title: 'gone' });
  const id = await save(client, { title: 'one' });
  await change(client, id, 'two');
  await change(client, id, 'three');
  await forget(client, gone);
  const stream = await listen('', { 'last-event-id': '0' });
  expect(told(await stream.take(2))).toEqual(['three', `forgot ${gone}`]);
  const rest = await listen('', { 'last-event-id': '4' });
  expect(told(await rest.take(1))).toEqual([`forgot ${gone}`]);
});

const QUIETLY = { mayRead: async () => true, signal: new AbortController().signal };

test('a stream takes the filters of the list and content_limit, and refuses what chooses from what is there', async () => {
  const { client, listen } = await openVault();
  const stream = await listen('?project=Shop&type=task&content_limit=2');
  await save(client, { title: 'other', project: 'hall' });
  await save(client, { title: 'idea', project: 'shop' });
  await save(client, { title: 'mine', type: 'task', project: 'shop', content: 'abc' });
  const [mine] = await stream.take(1);
  expect(mine?.data).toMatchObject({ title: 'mine', content: 'ab', content_bytes: 3 });
  for (const query of ['ids=01KA5ZHQ7R9T1V3X5Z7B9D1F3H', 'pinned=true', 'limit=5', 'as_of=0']) {
    const { response } = await listen(`?${query}`);
    expect(await response.json()).toMatchObject({
      code: 'invalid_parameter',
      detail: `${query.split('=')[0]}: does not go in a stream: leave it out`,
    });
  }
});

test('who is logged out hears no more', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const { headers } = await loggedIn(client);
  const listen = await listening(client);
  expect((await listen()).response.status).toBe(401);
  const { take } = await listen('', headers);
  await savedBy(client, headers, { title: 'one' });
  expect(told(await take(1))).toEqual(['one']);
  await client.call('DELETE', '/auth/session', { headers });
  await savedBy(client, ADMIN, { title: 'not for those who left' });
  expect(await take(1)).toEqual([]);
});

test('stopping the service ends the stream', async () => {
  const { client, listen } = await openVault();
  const { take } = await listen();
  await client.server.close();
  expect(await take(1)).toEqual([]);
});

test('a member hears of what has its team or none, also that it is forgotten, and nothing of another team', async () => {
  const vault = await walledVault(true);
  const { client, ann, bob, own, beta } = vault;
  const listen = await listening(client);
  const [toAnn, toBob, toOwner] = [
    await listen('', ann),
    await listen('', bob),
    await listen('', ADMIN),
  ];
  const ofBeta = await savedBy(client, bob, { title: MARK });
  await change(client, ofBeta, `${MARK} again`, bob);
  await forget(client, ofBeta, bob);
  await forget(client, beta.note, ADMIN);
  const ofAnn = await savedBy(client, ann, { title: 'ours' });
  await forget(client, ofAnn, ADMIN);
  await forget(client, own.teamless, ADMIN);
  const forAll = `forgot ${own.teamless}`;
  const forAlpha = [`forgot ${ofAnn}`, forAll];
  const forBeta = [`forgot ${ofBeta}`, `forgot ${beta.note}`];
  // What was saved is told until it is forgotten, which may be before the stream comes to it.
  const heard = async (stream: typeof toAnn) => {
    const all: unknown[] = [];
    while (all.at(-1) !== forAll) all.push(...told(await stream.take(1)));
    return all;
  };
  const gone = (all: unknown[]) => all.filter((one) => String(one).startsWith('forgot'));
  const [annHeard, bobHeard, all] = [await heard(toAnn), await heard(toBob), await heard(toOwner)];
  expect(gone(annHeard)).toEqual(forAlpha);
  expect(annHeard.join()).not.toContain(MARK);
  expect(gone(bobHeard)).toEqual([...forBeta, forAll]);
  expect(bobHeard).not.toContain('ours');
  expect(gone(all)).toEqual([...forBeta, ...forAlpha]);
});

test('a forgetting of which the log does not say whose it was is told to those who see everything only', async () => {
  const { readModels } = await testApp();
  const id = '01KA5ZJ3M4A1B2C3D4E5F6G7H8';
  const entry = { type: 'observation.forgotten', position: 1, data: { id, session_id: null } };
  // Nothing else of an entry is needed.
  const heard = (sees: Visibility) =>
    observationNews({ readModels, clock: () => 0 }, sees, {})(entry as LogEntry);
  expect(await heard({ kind: 'all', savers: true })).toEqual({ id, forgotten: true });
  expect(await heard({ kind: 'team', team: 'alpha', savers: true })).toBeUndefined();
});

test('a reader hears at the same moments whether others write meanwhile or not', async () => {
  const app = await testApp();
  const waits: number[] = [];
  const log = {
    ...app.log,
    async reach(_position: number, ms: number) {
      waits.push(ms);
      // Grows again and again with what this reader is not told of.
      await new Promise((done) => setTimeout(done, 1));
      return true;
    },
  };
  const wish = { after: 0, only: {}, tell: () => undefined, ...QUIETLY };
  const stream = eventStream(log, wish, 20);
  await stream.next();
  expect((await stream.next()).value).toBe(': still here\nid: 0\n\n');
  expect(Math.max(...waits)).toBeLessThanOrEqual(20);
  await stream.return(undefined);
});
