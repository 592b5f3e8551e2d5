import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, listed, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { loggedIn } from '../../support/team.js';
import { testApp, testClock } from '../../support/testApp.js';
import { walledVault } from '../../support/walledVault.js';
import { start } from '../../support/workSessions.js';

/** A vault with a session and a note, at a time that passes when told. */
async function inSession() {
  const clock = testClock();
  const app = await testApp({}, { clock });
  const client = await testClient(app);
  const { id: session } = await start(client);
  const note = await save(client, { project: 'p', title: 'The till rounds', session_id: session });
  const path = `/api/v1/sessions/${session}/told`;
  const tell = (payload: object) => client.call('POST', path, { payload });
  const told = async () => {
    const answer = await client.call('GET', path);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  return { app, clock, client, session, note, path, tell, told };
}

const telling = (id: string, more: object = {}) => ({
  moment: 'before_edit',
  notes: [{ id, revision: 1 }],
  tokens: 84,
  ...more,
});

test('what an agent was told is recorded, and listed oldest first', async () => {
  const { client, session, note, tell, told } = await inSession();
  expect(await told()).toEqual({ told: [] });
  const answer = await tell(telling(note));
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ id: session });
  const earlier = telling(note, { moment: 'start', at: '2026-11-20T09:00:00Z' });
  const later = telling(note, { moment: 'search', at: '2099-01-01T00:00:00Z' });
  await tell({ told: [later, earlier] });
  const all = (await told()).told;
  expect(all).toMatchObject([
    { moment: 'start', at: '2026-11-20T09:00:00Z', recorded_at: '2026-11-20T09:30:00Z' },
    {
      moment: 'before_edit',
      at: '2026-11-20T09:30:00Z',
      notes: [{ id: note, revision: 1 }],
      tokens: 84,
    },
    // Nothing was told after it is recorded.
    { moment: 'search', at: '2026-11-20T09:30:00Z' },
  ]);
  expect(all[2].position).toBe(all[0].position);
  const proof = await client.call('GET', `/api/v1/audit/inclusion/${all[0].event}`);
  expect(proof.json().envelope).toMatchObject({
    position: all[0].position,
    stream: `told/${session}`,
    type: 'told.given',
  });
});

test('a long record comes in pages, in the order of its moments', async () => {
  const { client, note, path, tell } = await inSession();
  const at = (second: number) => `2026-11-20T09:00:${String(second).padStart(2, '0')}Z`;
  const some = (...tokens: number[]) => ({
    told: tokens.map((one) => telling(note, { tokens: one, at: at(one % 3) })),
  });
  await tell(some(1, 3, 2));
  await tell(some(6, 5, 4));
  const seen: number[] = [];
  let next: string | undefined = `${path}?limit=2`;
  while (next !== undefined) {
    const answer = await client.call('GET', next);
    expect(answer.statusCode, answer.body).toBe(200);
    seen.push(...answer.json().told.map((one: { tokens: number }) => one.tokens));
    [, next] = /<([^>]+)>/.exec(String(answer.headers.link ?? '')) ?? [];
  }
  expect(seen).toEqual([3, 6, 1, 4, 2, 5]);
});

test.each([
  ['/moment', { moment: 'later' }],
  ['/notes', { notes: [] }],
  ['/notes/0/id', { notes: [{ id: 'x' }] }],
  ['/notes/0/revision', { notes: [{ id: UNKNOWN_SESSION, revision: 0 }] }],
  ['/tokens', { tokens: -1 }],
])('what cannot have been told is refused, and nothing is recorded: %s', async (path, more) => {
  const { note, tell, told } = await inSession();
  const refused = await tell(telling(note, more));
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
  expect(refused.json().errors.map((one: { path: string }) => one.path)).toEqual([path]);
  expect(await told()).toEqual({ told: [] });
});

test('a moment that was before is told by itself, too', async () => {
  const { note, tell, told } = await inSession();
  const at = '2026-11-20T09:00:00Z';
  expect((await tell(telling(note, { at }))).statusCode).toBe(200);
  expect((await told()).told).toMatchObject([{ at, recorded_at: '2026-11-20T09:30:00Z' }]);
});

test('what is said again, because an answer came too late, is listed once', async () => {
  const { note, tell, told } = await inSession();
  const [first, second] = ['2026-11-20T09:00:00Z', '2026-11-20T09:00:01Z'];
  const one = telling(note, { at: first });
  const other = telling(note, { at: second });
  await tell({ told: [one] });
  await tell({ told: [one, other] });
  expect((await told()).told).toMatchObject([{ at: first }, { at: second }]);
});

test('the title is that of the revision that was told', async () => {
  const { client, note, tell, told } = await inSession();
  await tell(telling(note));
  const payload = { title: 'The till rounds up' };
  await client.call('PATCH', `/api/v1/observations/${note}`, { payload });
  expect((await told()).told[0].notes).toEqual([
    { id: note, revision: 1, title: 'The till rounds' },
  ]);
  await client.call('DELETE', `/api/v1/observations/${note}`);
  expect((await told()).told[0].notes).toEqual([{ id: note, revision: 1 }]);
});

test('all that is missing is said, and several moments do not go with one', async () => {
  const { note, tell, told } = await inSession();
  const paths = async (payload: object) =>
    (await tell(payload)).json().errors.map((one: { path: string }) => one.path);
  expect(await paths({ tokens: 84 })).toEqual(['/moment', '/notes']);
  expect(await paths({ told: [telling(note)], tokens: 84 })).toEqual(['/told']);
  expect(await paths({ told: [{ ...telling(note), tokens: -1 }] })).toEqual(['/told/0/tokens']);
  expect(await paths({ ...telling(note), note })).toEqual(['/note']);
  expect(await told()).toEqual({ told: [] });
});

test('nothing is told in a session that is not there', async () => {
  const { client, note } = await inSession();
  const path = `/api/v1/sessions/${UNKNOWN_SESSION}/told`;
  const payload = telling(note);
  expect((await client.call('POST', path, { payload })).json()).toMatchObject({ status: 404 });
  expect((await client.call('GET', path)).json()).toMatchObject({ status: 404 });
});

/** The texts of all events. */
const logOf = async (client: Client) => {
  const answer = await client.call('GET', '/admin/events?limit=1000', { headers: ADMIN });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
};

test('a forgotten session takes what was told in it along, and a forgotten note leaves its id alone', async () => {
  const { client, session, note, tell, told } = await inSession();
  await tell(telling(note));
  await client.call('DELETE', `/api/v1/observations/${note}`);
  expect((await told()).told).toMatchObject([{ notes: [{ id: note, revision: 1 }] }]);
  expect(await logOf(client)).not.toContain('The till rounds');
  await client.call('DELETE', `/api/v1/sessions/${session}`);
  expect((await client.call('GET', `/api/v1/sessions/${session}/told`)).statusCode).toBe(404);
  expect(await logOf(client)).not.toContain('before_edit');
});

test('forgetting a project forgets what was told in its sessions', async () => {
  const { client, note, tell } = await inSession();
  await tell(telling(note));
  const payload = { project: 'p' };
  const forgotten = await client.call('POST', '/admin/forget', { payload, headers: ADMIN });
  expect(forgotten.json()).toMatchObject({ matched: { sessions: 1, told: 1, observations: 1 } });
  expect(await logOf(client)).not.toContain('before_edit');
});

/** Verdicts of so many sessions on a note. */
async function judged(client: Client, id: string, verdict: string, count: number) {
  for (let i = 0; i < count; i += 1) {
    const { id: session_id } = await start(client);
    const payload = { verdict, session_id };
    await client.call('POST', `/api/v1/observations/${id}/verdict`, { payload });
  }
}

test('each session has one voice, and its last verdict counts', async () => {
  const { client, session, note } = await inSession();
  const say = async (verdict: string, more: object = {}) =>
    (
      await client.call('POST', `/api/v1/observations/${note.slice(-8)}/verdict`, {
        payload: { verdict, ...more },
      })
    ).json();
  const session_id = session;
  expect(await say('helped', { session_id })).toEqual({ helped: 1, outdated: 0, wrong: 0 });
  expect(await say('helped', { session_id })).toEqual({ helped: 1, outdated: 0, wrong: 0 });
  expect(await say('wrong', { session_id })).toEqual({ helped: 0, outdated: 0, wrong: 1 });
  expect(await say('outdated')).toEqual({ helped: 0, outdated: 1, wrong: 1 });
  const [shown] = await listed(client, '/api/v1/observations', 'verdicts');
  expect(shown).toEqual({ helped: 0, outdated: 1, wrong: 1 });
  expect(await say('wrong', { session_id: UNKNOWN_SESSION })).toMatchObject({ status: 404 });
  expect(await say('useful')).toMatchObject({ status: 400 });
});

test('a member behind walls has one voice, and none of others; the sessions of an agent have one, too', async () => {
  const app = await testApp({ VAULT_AUTH: 'session' });
  const client = await testClient(app);
  const ada = (await loggedIn(client, 'ada@example.org')).headers;
  const bob = (await loggedIn(client, 'bob@example.org')).headers;
  const post = async (url: string, payload: object, headers: Record<string, string>) =>
    (await client.call('POST', url, { payload, headers })).json();
  const start = async (headers: typeof ada, client_ref: string) =>
    (await post('/api/v1/sessions', { project: 'p', client_ref }, headers)).id;
  const note = { project: 'p', title: 'T', content: 'C', type: 'task' };
  const { id } = await post('/api/v1/observations', note, ada);
  const url = `/api/v1/observations/${id}/verdict`;
  const [own, other, again] = [
    await start(ada, 'one'),
    await start(bob, 'two'),
    await start(ada, 'one (2)'),
  ];
  const wrong = { verdict: 'wrong' };
  for (const session_id of [undefined, own, again])
    expect(await post(url, { ...wrong, session_id }, ada)).toMatchObject({ wrong: 1 });
  expect(await post(url, { ...wrong, session_id: other }, ada)).toMatchObject({ status: 403 });
  // Who is behind no wall speaks for the sessions.
  for (const session_id of [own, again])
    expect(await post(url, { ...wrong, session_id }, ADMIN)).toMatchObject({ wrong: 2 });
});

test('another team does not hear what a team found of a note for all', async () => {
  const { client, ann, bob, own } = await walledVault(false);
  const url = `/api/v1/observations/${own.teamless}/verdict`;
  await client.call('POST', url, { payload: { verdict: 'wrong' }, headers: ann });
  const seen = async (headers: Record<string, string>) =>
    (await client.call('GET', `/api/v1/observations/${own.teamless}`, { headers })).json().verdicts;
  expect(await seen(ann)).toEqual({ helped: 0, outdated: 0, wrong: 1 });
  expect(await seen(bob)).toBeUndefined();
  expect(await seen(ADMIN)).toEqual({ helped: 0, outdated: 0, wrong: 1 });
});

test('a verdict on an earlier revision does not count, and one on none is refused', async () => {
  const client = await testClient(await testApp());
  const id = await save(client, { project: 'p' });
  const url = `/api/v1/observations/${id}`;
  await client.call('PATCH', url, { payload: { content: 'Mended.' } });
  const say = async (revision: number) =>
    (
      await client.call('POST', `${url}/verdict`, { payload: { verdict: 'wrong', revision } })
    ).json();
  expect(await say(1)).toEqual({ helped: 0, outdated: 0, wrong: 0 });
  expect(await say(2)).toEqual({ helped: 0, outdated: 0, wrong: 1 });
  expect(await say(3)).toMatchObject({ status: 404, detail: 'revision: there is no revision 3' });
});

test('a note that is often wrong sinks in search, and is in no context', async () => {
  const client = await testClient(await testApp());
  const doubted = await save(client, {
    project: 'p',
    title: 'round cents',
    content: 'round cents up',
  });
  const other = await save(client, {
    project: 'p',
    title: 'cents',
    content: 'round cents here and there and elsewhere',
  });
  const search = '/api/v1/search?q=round+cents&project=p';
  expect(await listed(client, search)).toEqual([doubted, other]);
  await judged(client, doubted, 'wrong', 1);
  expect(await listed(client, search)).toEqual([doubted, other]);
  await judged(client, doubted, 'outdated', 1);
  expect(await listed(client, search)).toEqual([other, doubted]);
  expect(await listed(client, '/api/v1/context/p')).toEqual([other]);
  await judged(client, doubted, 'helped', 2);
  expect(await listed(client, search)).toEqual([doubted, other]);
});

test('a revision begins without verdicts, and those on the former one stay in what was known then', async () => {
  const client = await testClient(await testApp());
  const id = await save(client, { project: 'p', title: 'Doubted' });
  await judged(client, id, 'wrong', 2);
  const review = () => listed(client, '/api/v1/review?project=P');
  expect(await review()).toEqual([id]);
  expect(await listed(client, '/api/v1/review?project=q')).toEqual([]);
  const url = `/api/v1/observations/${id}`;
  const mended = await client.call('PATCH', url, { payload: { content: 'Mended.' } });
  expect(await review()).toEqual([]);
  expect((await client.call('GET', url)).json()).not.toHaveProperty('verdicts');
  const then = (
    await client.call('GET', `${url}?as_of=${Number(mended.headers['x-log-position']) - 1}`)
  ).json();
  expect(then).toMatchObject({ verdicts: { helped: 0, outdated: 0, wrong: 2 } });
  await judged(client, id, 'wrong', 2);
  expect(await review()).toEqual([id]);
  await save(client, { project: 'p', title: 'Instead', supersedes: id });
  expect(await review()).toEqual([]);
});

test('the statistics say how many notes were never given, and how many are often wrong', async () => {
  const { client, note, tell } = await inSession();
  const other = await save(client, { project: 'p', title: 'Another' });
  const counted = async () => {
    const { never_given_total, often_wrong_total } = (
      await client.call('GET', '/api/v1/stats')
    ).json();
    return [never_given_total, often_wrong_total];
  };
  expect(await counted()).toEqual([2, 0]);
  await tell(telling(note));
  await tell(telling(note, { notes: [note, UNKNOWN_SESSION].map((id) => ({ id, revision: 1 })) }));
  expect(await counted()).toEqual([1, 0]);
  await judged(client, other, 'outdated', 2);
  expect(await counted()).toEqual([1, 1]);
  await client.call('DELETE', `/api/v1/observations/${note}`);
  expect(await counted()).toEqual([1, 1]);
  await client.call('DELETE', `/api/v1/observations/${other}`);
  expect(await counted()).toEqual([0, 0]);
});
