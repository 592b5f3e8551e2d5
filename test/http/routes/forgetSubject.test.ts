import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { forgetObservation } from '../../../src/commands/observations.js';
import { dataFiles } from '../../../src/config/dataFiles.js';
import { Rejection } from '../../../src/domain/rejection.js';
import { verify } from '../../../src/maintenance/verify.js';
import { type Client, testClient } from '../../support/client.js';
import { filesWith } from '../../support/filesWith.js';
import { pusher, received, startHub } from '../../support/hub.js';
import { ADMIN, importNotes, listed, note, save } from '../../support/notes.js';
import { stateOf } from '../../support/stateOf.js';
import { asOwner, loggedIn, MEMBERS, made, me, TEAMS } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

const FORGET = '/admin/forget';
const EMAIL = 'ada@example.org';

async function forget(client: Client, payload: object, headers: object = {}) {
  const answer = await client.call('POST', FORGET, { payload, headers: { ...ADMIN, ...headers } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const started = async (client: Client, about: object, headers = {}) =>
  (await client.call('POST', '/api/v1/sessions', { payload: about, headers })).json().id;

/** A project with something of every kind, and a note of another. */
async function fill(client: Client) {
  const session_id = await started(client, { project: 'Checkout', goal: 'pay' });
  const notes = [
    await save(client, { project: 'checkout', title: 'A' }),
    await save(client, { project: 'CHECKOUT', title: 'B' }),
    await save(client, { session_id, title: 'C' }),
  ];
  const others = [
    await save(client, { project: 'search', title: 'D', content: 'checkout is in the text' }),
    await save(client, { project: 'search', session_id, title: 'E' }),
    await save(client, { title: 'F' }),
  ];
  await asOwner(client, 'PUT', '/api/v1/openspec/checkout', { content: 'Minor units.' });
  await asOwner(client, 'PUT', '/api/v1/sdd/checkout', { phase: 'spec' });
  await asOwner(client, 'POST', '/admin/hive/projects/checkout/pause');
  await asOwner(client, 'POST', '/admin/purge', { project: 'checkout', type: 'task' });
  await asOwner(client, 'GET', '/admin/export?project=Checkout');
  return { session_id, notes, others };
}

const OF_PROJECT = {
  observations: 3,
  told: 0,
  sessions: 1,
  prompts: 0,
  conventions: 1,
  phases: 1,
  pauses: 1,
  repositories: 0,
  purges: 1,
  acts: 1,
  invites: 0,
  members: 0,
};

test('everything of a project is forgotten, however its name is written, and nothing else', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const { notes, others } = await fill(client);
  const head = (await app.log.head()).position;
  const gone = await forget(client, { project: 'cHeckout' });
  expect(gone).toMatchObject({ matched: OF_PROJECT, forgotten: 9, pending: false });
  for (const id of notes) {
    expect((await client.call('GET', `/api/v1/observations/${id}`)).statusCode).toBe(404);
  }
  for (const id of others) {
    expect((await client.call('GET', `/api/v1/observations/${id}`)).statusCode).toBe(200);
  }
  expect(await listed(client, '/api/v1/sessions/all')).toEqual([]);
  expect(await listed(client, '/api/v1/projects', 'project')).toEqual(['search']);
  expect((await client.call('GET', '/api/v1/stats')).json()).toMatchObject({
    observations_total: 3,
    sessions_total: 0,
    sessions_active: 0,
  });
  const conventions = await client.call('GET', '/api/v1/openspec/checkout');
  expect(conventions.json()).toMatchObject({ content: '', version: 0 });
  expect((await client.call('GET', '/api/v1/sdd/checkout')).json().phase).toBe('explore');
  // Every event of the project and no other: three are of notes of others.
  const erased = gone.receipt.positions.flatMap(([from, to]: [number, number]) =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i),
  );
  expect(erased).toEqual([1, 2, 3, 4, 8, 9, 10, 11, 12]);
  expect(head).toBe(12);
  expect(await app.log.erased()).toBe(erased.length);
  expect((await app.rebuilder.start()).same).toBe(true);
});

test('acts, purges and members go on after the last of each was forgotten', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await fill(client);
  await asOwner(client, 'POST', '/admin/teams', { name: 'payments' });
  const members = '/admin/teams/payments/members';
  const { id } = (await asOwner(client, 'POST', members, { email: EMAIL })).json();
  await forget(client, { project: 'checkout' });
  expect((await asOwner(client, 'DELETE', `${members}/${id}`)).statusCode).toBe(204);
  const go = [
    await asOwner(client, 'GET', '/admin/export?project=search'),
    await asOwner(client, 'POST', '/admin/purge', { project: 'search', type: 'task' }),
    await asOwner(client, 'POST', members, { email: EMAIL }),
    await asOwner(client, 'POST', '/admin/log/verify'),
  ];
  expect(go.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201, 200]);
  expect(go.at(-1)?.json()).toMatchObject({ ok: true, problems: [] });
});

test('on a hub, what other vaults sent under a name goes with it', async () => {
  const hub = await startHub();
  const from = await testApp();
  await importNotes(await testClient(from), [
    { project: 'Checkout', content: 'note one' },
    { project: 'search', author: 'Ada', content: 'note two' },
    { project: 'search', content: 'note three' },
  ]);
  const push = await pusher(from, hub.url, { names: true });
  await push.pushAll();
  push.close();
  expect(await received(hub)).toHaveLength(3);
  const { client } = hub;
  expect((await forget(client, { project: 'checkout' })).matched.observations).toBe(1);
  expect((await forget(client, { person: 'ada' })).matched.observations).toBe(1);
  expect((await received(hub)).map(({ content }) => content)).toEqual(['note three']);
});

test('the removal of a team leaves what was recorded about a project of its name', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const { id, name } = (await asOwner(client, 'POST', '/admin/teams', { name: 'search' })).json();
  await asOwner(client, 'GET', `/admin/export?project=${name}`);
  await asOwner(client, 'GET', `/admin/export?team=${name}`);
  expect((await asOwner(client, 'DELETE', `/admin/teams/${id}`)).statusCode).toBe(204);
  const acts = await asOwner(client, 'GET', '/admin/events?type=admin.acted');
  expect(acts.json().map(({ data }: { data: unknown }) => data)).toEqual([
    { act: 'export', detail: { project: 'search' } },
    null,
  ]);
});

test('the receipt names nobody, and can be read again', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await fill(client);
  const { receipt } = await forget(client, { project: 'checkout' }, { 'idempotency-key': 'k' });
  expect(receipt).toMatchObject({ of: 'project', at: '2026-11-20T09:30:00Z', position: 13 });
  const again = await asOwner(client, 'GET', `${FORGET}/${receipt.id.toLowerCase()}`);
  expect(again.json()).toEqual(receipt);
  expect((await asOwner(client, 'GET', `${FORGET}/01KA5ZHQ7R9T1V3X5Z7B9D1F3H`)).statusCode).toBe(
    404,
  );
  const events = (await asOwner(client, 'GET', '/admin/events?after=12')).body.toLowerCase();
  expect(events).not.toContain('checkout');
});

test('a dry run counts and changes nothing', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await fill(client);
  const before = await stateOf(app);
  const counted = await forget(client, { project: 'checkout', dry_run: true });
  expect(counted).toEqual({ matched: OF_PROJECT, forgotten: 0, pending: false, receipt: null });
  expect(await stateOf(app)).toEqual(before);
});

test.each([{}, { project: 'p', person: EMAIL }, { project: ' ' }])(
  'a request for %o is refused',
  async (payload) => {
    const client = await testClient(await testApp());
    const answer = await asOwner(client, 'POST', FORGET, payload);
    expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
  },
);

test('a paused project stays paused after its name is forgotten', async () => {
  const hub = await startHub();
  const app = await testApp();
  const client = await testClient(app);
  await asOwner(client, 'POST', '/admin/hive/projects/secret/pause');
  await forget(client, { project: 'secret' });
  await save(client, { project: 'secret', type: 'decision', title: 'A note' });
  const push = await pusher(app, hub.url);
  await push.pushAll();
  expect(await received(hub)).toEqual([]);
  await asOwner(client, 'POST', '/admin/hive/projects/secret/resume');
  await push.pushAll();
  expect(await received(hub)).toHaveLength(1);
  push.close();
});

test('what the hub has of a forgotten project is retracted there', async () => {
  const hub = await startHub();
  const app = await testApp();
  const client = await testClient(app);
  await save(client, { project: 'checkout', type: 'decision', title: 'note A' });
  await save(client, { project: 'search', type: 'decision', title: 'note B' });
  const push = await pusher(app, hub.url);
  await push.pushAll();
  expect(await received(hub)).toHaveLength(2);
  await forget(client, { project: 'checkout' });
  await push.pushAll();
  expect(await received(hub)).toMatchObject([{ title: 'note B' }]);
  push.close();
});

/** A member with something of every kind, beside another and notes of others. */
async function people(app: App) {
  const client = await testClient(app);
  const { member, headers } = await loggedIn(client, EMAIL);
  const bob = await loggedIn(client, 'bob@example.org');
  const saveAs = async (who: object, about: Record<string, unknown>) =>
    (
      await client.call('POST', '/api/v1/observations', {
        payload: note(about),
        headers: who as Record<string, string>,
      })
    ).json().id;
  const mine = [await saveAs(headers, { title: 'mine' })];
  await importNotes(client, [{ title: 'imported', author: 'ADA@example.org' }]);
  const others = [
    await saveAs(bob.headers, { title: 'his', content: `ask ${EMAIL}` }),
    await saveAs(headers, { title: 'for him', author: 'bob@example.org' }),
  ];
  const session = await started(client, { project: 'p', goal: 'g' }, headers);
  await started(client, { project: 'p' }, bob.headers);
  const prompt = { name: 'n', content: 'c' };
  await client.call('POST', '/api/v1/prompts', { payload: prompt, headers });
  await asOwner(client, 'GET', `/admin/export?person=${EMAIL}`);
  return { client, member, headers, bob, mine, others, session };
}

const OF_PERSON = {
  observations: 2,
  sessions: 1,
  prompts: 1,
  conventions: 0,
  phases: 0,
  pauses: 0,
  repositories: 0,
  purges: 0,
  acts: 1,
  invites: 1,
  members: 1,
};

test('everything about a person is forgotten, and what others wrote stays', async () => {
  const app = await testApp();
  const { client, headers, bob, mine, others } = await people(app);
  const gone = await forget(client, { person: 'Ada@Example.org' });
  expect(gone).toMatchObject({ matched: OF_PERSON, forgotten: 7, receipt: { mentions: 1 } });
  expect((await me(client, headers)).statusCode).toBe(401);
  expect((await me(client, bob.headers)).statusCode).toBe(200);
  for (const [ids, status] of [
    [mine, 404],
    [others, 200],
  ] as const) {
    for (const id of ids) {
      expect((await client.call('GET', `/api/v1/observations/${id}`)).statusCode).toBe(status);
    }
  }
  expect((await asOwner(client, 'GET', MEMBERS)).json()).toHaveLength(1);
  expect(await listed(client, '/api/v1/prompts', 'name')).toEqual([]);
  expect(await listed(client, '/api/v1/sessions/all')).toHaveLength(1);
  expect((await app.rebuilder.start()).same).toBe(true);
  // The mention stays until it is scrubbed or its note is forgotten.
  await asOwner(client, 'DELETE', `/api/v1/observations/${others[0]}`);
  expect(filesWith(app.config.dataDir, EMAIL)).toEqual([]);
});

test('an export of a person gives what would be forgotten, and its notes can be imported again', async () => {
  const app = await testApp();
  const { client, mine } = await people(app);
  const answer = await asOwner(client, 'GET', `/admin/export?person=${EMAIL.toUpperCase()}`);
  expect(answer.headers['content-type']).toContain('application/x-ndjson');
  const lines = answer.body.trimEnd().split('\n');
  const notes = lines.filter((line) => !line.startsWith('{"kind":'));
  expect(notes.map((line) => JSON.parse(line).title)).toEqual(['mine', 'imported']);
  const kinds = lines.filter((line) => line.startsWith('{"kind":')).map((line) => JSON.parse(line));
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'session.started',
    'prompt.saved',
    'admin.acted',
    'admin.acted',
    'invite.issued',
    'login.opened',
    'member.added',
  ]);
  expect(kinds.at(-1).data.email).toBe(EMAIL);
  await forget(client, { person: EMAIL });
  const other = await testClient(await testApp());
  const payload = notes.join('\n');
  const imported = await other.call('POST', '/api/v1/observations/batch', {
    payload,
    headers: { ...ADMIN, 'content-type': 'application/x-ndjson' },
  });
  expect(imported.json()).toMatchObject({ stored: 2, failed: 0 });
  expect((await other.call('GET', `/api/v1/observations/${mine[0]}`)).json().author).toBe(EMAIL);
});

test('an export of a person goes with no other filter', async () => {
  const client = await testClient(await testApp());
  const answer = await asOwner(client, 'GET', '/admin/export?person=ada&project=p');
  expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
});

test('a member who was removed before is found by its id', async () => {
  const app = await testApp();
  const { client, member } = await people(app);
  await asOwner(client, 'DELETE', `${MEMBERS}/${member}`);
  expect((await forget(client, { person: EMAIL })).matched).toMatchObject({ sessions: 0 });
  expect((await forget(client, { person: member })).matched).toMatchObject({
    sessions: 1,
    prompts: 1,
  });
});

test('a forgetting that a failure cut short leaves a log that verifies, and a retry finishes it', async () => {
  const app = await testApp();
  const client = await testClient(app);
  for (let i = 0; i < 20; i++) await save(client, { project: 'p', title: `word${i}` });
  const { execute } = app.executor;
  let left = 9;
  app.executor.execute = (command, input, context) => {
    if (command.name === forgetObservation.name && left-- <= 0) {
      return Promise.reject(new Rejection('not_ready', 'the disk is full'));
    }
    return execute(command, input, context);
  };
  const headers = { ...ADMIN, 'idempotency-key': 'k' };
  const payload = { project: 'p' };
  expect((await client.call('POST', FORGET, { payload, headers })).statusCode).toBe(503);
  app.executor.execute = execute;
  expect(await app.log.erased()).toBe(9);
  const { log: logFile } = dataFiles(app.config);
  expect(await verify({ logFile })).toMatchObject({ ok: true });
  // Saved after the request, which a retry does not reach.
  const later = await save(client, { project: 'p' });
  const gone = await forget(client, payload, { 'idempotency-key': 'k' });
  expect(gone).toMatchObject({ matched: { observations: 20 }, forgotten: 20, pending: false });
  expect(gone.receipt.positions).toEqual([[1, 20]]);
  expect(await app.log.erased()).toBe(20);
  expect((await client.call('GET', `/api/v1/observations/${later}`)).statusCode).toBe(200);
  expect(filesWith(app.config.dataDir, 'word')).toEqual([]);
  expect(await verify({ logFile })).toMatchObject({ ok: true });
});

test('a session is forgotten by the member that started it or an admin, and its notes stay', async () => {
  const app = await testApp({ VAULT_AUTH: 'session' });
  const client = await testClient(app);
  const { headers } = await loggedIn(client, EMAIL);
  const bob = await loggedIn(client, 'bob@example.org');
  const id = await started(client, { project: 'p', goal: 'thegoalword' }, headers);
  const payload = note({ session_id: id, project: 'p' });
  const saved = await client.call('POST', '/api/v1/observations', { payload, headers });
  const remove = (who: Record<string, string>, of = id) =>
    client.call('DELETE', `/api/v1/sessions/${of}`, { headers: who });
  expect((await remove(bob.headers)).json().code).toBe('forbidden');
  expect((await remove(headers)).statusCode).toBe(204);
  expect((await remove(headers)).statusCode).toBe(404);
  expect(filesWith(app.config.dataDir, 'thegoalword')).toEqual([]);
  const url = `/api/v1/observations/${saved.json().id}`;
  expect((await client.call('GET', url, { headers })).json().session_id).toBe(id);
  const ended = { payload: { summary: 's' }, headers };
  expect((await client.call('PUT', `/api/v1/sessions/${id}`, ended)).statusCode).toBe(404);
  const other = await started(client, { project: 'p' }, headers);
  expect((await remove(ADMIN, other)).statusCode).toBe(204);
  expect((await app.rebuilder.start()).same).toBe(true);
});

test('conventions are forgotten in all versions, and begin again with version 1', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const url = '/api/v1/openspec/checkout';
  for (const content of ['firstword', 'secondword']) await asOwner(client, 'PUT', url, { content });
  const remove = () => asOwner(client, 'DELETE', '/admin/openspec/checkout');
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 404]);
  for (const word of ['firstword', 'secondword']) {
    expect(filesWith(app.config.dataDir, word)).toEqual([]);
  }
  expect((await asOwner(client, 'PUT', url, { content: 'third' })).json().version).toBe(1);
});

test('a team is removed with its members, invites and logins, and its name can be taken again', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const { headers } = await loggedIn(client, EMAIL);
  await made(client, TEAMS, { name: 'infra' });
  await asOwner(client, 'POST', '/admin/purge', { team: 'Payments' });
  await asOwner(client, 'GET', '/admin/export?team=payments');
  const remove = () => asOwner(client, 'DELETE', `${TEAMS}/PAYMENTS`);
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 404]);
  expect((await me(client, headers)).statusCode).toBe(401);
  expect(
    await client.call('GET', TEAMS, { headers: ADMIN }).then((one) => one.json()),
  ).toHaveLength(1);
  for (const text of [EMAIL, 'payments', 'Payments']) {
    expect(filesWith(app.config.dataDir, text)).toEqual([]);
  }
  const team = await made(client, TEAMS, { name: 'payments' });
  expect((await asOwner(client, 'GET', `${TEAMS}/${team.id}/members`)).json()).toEqual([]);
  expect((await app.rebuilder.start()).same).toBe(true);
});

test('the address of a removed member is in no file', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const { member } = await loggedIn(client, EMAIL);
  expect(filesWith(app.config.dataDir, EMAIL)).not.toEqual([]);
  expect((await asOwner(client, 'DELETE', `${MEMBERS}/${member}`)).statusCode).toBe(204);
  expect(filesWith(app.config.dataDir, EMAIL)).toEqual([]);
  expect((await app.rebuilder.start()).same).toBe(true);
});

test('what is stored without the secret in its name is forgotten by either name', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const given = 'shop password=hunter2abcX';
  const stored = 'shop password=[REDACTED]';
  for (const name of [given, stored]) {
    await save(client, { project: given });
    await asOwner(client, 'PUT', `/api/v1/openspec/${encodeURIComponent(given)}`, { content: 'x' });
    const { matched } = await forget(client, { project: name });
    expect(matched).toMatchObject({ observations: 1, conventions: 1 });
    await save(client, { project: 'p', author: given });
    const url = `/admin/export?person=${encodeURIComponent(name)}`;
    expect((await asOwner(client, 'GET', url)).body).toContain(stored);
    expect((await forget(client, { person: name })).matched.observations).toBe(1);
  }
  expect(filesWith(app.config.dataDir, 'shop')).toEqual([]);
});

test('a name that became longer than a caller may send is forgotten', async () => {
  const client = await testClient(await testApp());
  const id = await save(client, { project: 'password=abcd12 '.repeat(12) });
  const url = `/api/v1/observations/${id}`;
  const { project } = (await client.call('GET', url)).json();
  expect(project.length).toBeGreaterThan(200);
  expect((await forget(client, { project })).matched.observations).toBe(1);
});

test('a mention stands in a text, not in an id or a digest', async () => {
  const client = await testClient(await testApp());
  for (let i = 0; i < 40; i++) await save(client, { title: `note ${i}` });
  await save(client, { title: 'Ed was here' });
  // Two of 16 letters of a digest: some of forty digests hold them.
  expect((await forget(client, { person: 'Ed' })).receipt.mentions).toBe(1);
});

test('a key of the hive that has the name of a person is counted until it is revoked', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const { id } = await made(client, '/admin/hive/members', { name: EMAIL });
  expect((await forget(client, { person: EMAIL })).receipt.mentions).toBe(1);
  await asOwner(client, 'DELETE', `/admin/hive/members/${id}`);
  expect((await forget(client, { person: EMAIL })).receipt.mentions).toBe(0);
  expect(filesWith(app.config.dataDir, EMAIL)).toEqual([]);
});
