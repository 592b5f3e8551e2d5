import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { imported } from '../../support/importing.js';
import { ADMIN, save } from '../../support/notes.js';
import { testApp, testClock } from '../../support/testApp.js';

const NOTES = '/api/v1/observations';
const DAY = 86_400_000;

/** A vault whose time passes when told. It begins on 2026-11-20 at 09:30. */
async function vaultInTime() {
  const clock = testClock();
  const app = await testApp({}, { clock });
  const client = await testClient(app);
  const get = async (url: string) => {
    const answer = await client.call('GET', url);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const patch = async (id: string, payload: object) =>
    client.call('PATCH', `${NOTES}/${id}`, { payload });
  const found = async (url: string) =>
    (await get(url)).map(({ title, validity }: Record<string, string>) => [title, validity]);
  return { app, clock, client, get, patch, found };
}

const UNTIL = '2026-11-21T00:00:00Z';

test('what has ended is shown with its end, and comes after what holds', async () => {
  const { app, clock, client, get, found } = await vaultInTime();
  const about = { project: 'p', content: 'the till' };
  await save(client, { ...about, title: 'Opens at eight', type: 'decision' });
  const ended = await save(client, {
    ...about,
    title: 'Till is closed',
    tags: ['till'],
    valid_until: '2026-11-21T01:00:00+01:00',
  });
  expect(await get(`${NOTES}/${ended}`)).toMatchObject({ valid_until: UNTIL });
  expect(await get(`${NOTES}/${ended}`)).not.toHaveProperty('validity');
  const search = '/api/v1/search?q=till&project=p';
  expect((await found(search))[0]?.[0]).toContain('closed');
  const before = '2026-11-20T12:00:00Z';
  clock.advance(DAY);
  const both = [
    ['Opens at eight', undefined],
    ['Till is closed', 'expired'],
  ];
  expect(await found(search)).toEqual(both);
  expect(await found('/api/v1/context/p')).toEqual([both[0]]);
  expect(await found('/api/v1/timeline/p')).toEqual(both);
  expect(await get(`${NOTES}/${ended}`)).toMatchObject({ valid_until: UNTIL, validity: 'expired' });
  // As it was then, and as it will be.
  expect(await get(`${NOTES}/${ended}?as_of=${before}`)).not.toHaveProperty('validity');
  expect((await found(`${search}&as_of=${before}`))[0]?.[0]).toContain('closed');
  const { position } = await app.log.head();
  expect(await get(`${NOTES}/${ended}?as_of=${position}`)).not.toHaveProperty('validity');
});

test('a note is due, or may be out of date by its age and kind, until somebody says otherwise', async () => {
  const { clock, client, get, patch } = await vaultInTime();
  const task = await save(client, { type: 'task', title: 'Move the till' });
  const decision = await save(client, { type: 'decision', title: 'Tills are red' });
  const due = await save(client, { type: 'task', review_after: UNTIL, title: 'Count the till' });
  const validity = async (id: string) => (await get(`${NOTES}/${id}`)).validity;
  clock.advance(DAY);
  expect(await Promise.all([task, decision, due].map(validity))).toEqual([
    undefined,
    undefined,
    'due',
  ]);
  clock.advance(30 * DAY);
  expect(await Promise.all([task, decision].map(validity))).toEqual(['aged', undefined]);
  clock.advance(700 * DAY);
  expect(await Promise.all([task, decision].map(validity))).toEqual(['aged', 'aged']);
  // A revision is as good as new, and an own time counts more than the kind.
  expect((await patch(decision, { content: 'Still red.' })).json()).not.toHaveProperty('validity');
  const overdue = { review_after: UNTIL };
  expect((await patch(task, overdue)).json()).toMatchObject({ ...overdue, validity: 'due' });
  const later = { review_after: '2099-01-01T00:00:00Z' };
  expect((await patch(task, later)).json()).toMatchObject({ ...later, revision: 3 });
  expect(await validity(task)).toBeUndefined();
});

test('a revision keeps both times, changes them, and takes them away by null', async () => {
  const { client, get, patch } = await vaultInTime();
  const times = { valid_until: '2027-01-01T00:00:00Z', review_after: '2026-12-01T00:00:00Z' };
  const id = await save(client, { title: 'Tills are red', ...times });
  await patch(id, { content: 'Only these.' });
  expect(await get(`${NOTES}/${id}`)).toMatchObject({ ...times, revision: 2 });
  const same = await patch(id, times);
  expect(same.json()).toMatchObject({ revision: 2 });
  await patch(id, { valid_until: null });
  const now = await get(`${NOTES}/${id}`);
  expect(now).toMatchObject({ review_after: times.review_after, revision: 3 });
  expect(now).not.toHaveProperty('valid_until');
  const history = await get(`${NOTES}/${id}/history`);
  expect(history.map(({ valid_until }: { valid_until?: string }) => valid_until)).toEqual([
    times.valid_until,
    times.valid_until,
    undefined,
  ]);
});

test.each([
  [{ valid_until: 'tomorrow' }, '/valid_until'],
  [{ review_after: '2026-13-01T00:00:00Z' }, '/review_after'],
])('%j is refused, and nothing is saved', async (wrong, path) => {
  const { client, get } = await vaultInTime();
  const payload = { title: 't', content: 'c', type: 'task', ...wrong };
  const answer = await client.call('POST', NOTES, { payload });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors).toEqual([
    { path, message: 'must be an RFC 3339 date-time such as 2026-01-31T12:00:00Z' },
  ]);
  expect(await get(NOTES)).toEqual([]);
});

test('an export and an archive bring both times to another vault', async () => {
  const { client, get } = await vaultInTime();
  const times = { valid_until: '2027-01-01T00:00:00Z', review_after: '2026-12-01T00:00:00Z' };
  const id = await save(client, { title: 'Tills are red', ...times });
  const admin = { headers: ADMIN };
  const lines = (await client.call('GET', '/admin/export', admin)).body;
  const archive = (await client.call('GET', '/api/v1/admin/archive', admin)).body;
  expect(JSON.parse(archive)).toMatchObject({ record: 'note', ...times });
  await client.call('DELETE', `${NOTES}/${id}`);
  expect(await get(NOTES)).toEqual([]);
  const other = await vaultInTime();
  const payload = [{ ...JSON.parse(lines) }];
  const answer = await other.client.call('POST', `${NOTES}/batch`, {
    payload,
    headers: ADMIN,
  });
  expect(answer.json()).toMatchObject({ stored: 1 });
  expect(await other.get(`${NOTES}/${id}`)).toMatchObject(times);
});

test('an archive with revisions that changed times and links alone comes back as it was', async () => {
  const { clock, client, patch } = await vaultInTime();
  const old = await save(client, { title: 'Tills are red' });
  const id = await save(client, { title: 'Tills are blue', valid_until: UNTIL });
  for (const change of [{ supersedes: old }, { valid_until: null }, { review_after: UNTIL }]) {
    clock.advance(1000);
    expect((await patch(id, change)).statusCode).toBe(200);
  }
  const archiveOf = async (of: typeof client) =>
    (await of.call('GET', '/api/v1/admin/archive', { headers: ADMIN })).body;
  const archive = await archiveOf(client);
  const lines = archive
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.find((line) => line.id === id).revisions).toHaveLength(4);
  const other = await vaultInTime();
  expect(await imported(other.client, lines)).toMatchObject({ stored: 2, refused: 0 });
  expect(await archiveOf(other.client)).toBe(archive);
  expect(await imported(other.client, lines)).toMatchObject({ same: 2, stored: 0 });
  expect(await other.get(`${NOTES}/${old}`)).toMatchObject({ superseded_by: id });
});

test('a revision can say that a note takes the place of another, or of none any more', async () => {
  const { app, client, get, patch } = await vaultInTime();
  const old = await save(client, { title: 'Tills are red' });
  const other = await save(client, { title: 'Tills are round' });
  const next = await save(client, { title: 'Tills are blue' });
  const { position } = await app.log.head();
  expect((await patch(next, { supersedes: old.slice(-8) })).json()).toMatchObject({
    supersedes: old,
    revision: 2,
  });
  await patch(next, { content: 'All of them.' });
  expect(await get(`${NOTES}/${next}`)).toMatchObject({ supersedes: old, revision: 3 });
  expect(await get(`${NOTES}/${old}`)).toMatchObject({ superseded_by: next });
  expect(await get(`${NOTES}/${old}?as_of=${position}`)).not.toHaveProperty('superseded_by');
  expect((await patch(next, { supersedes: old })).json()).toMatchObject({ revision: 3 });
  const refusals = [
    [old, next, 409],
    [other, other, 400],
    [other, '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', 404],
  ] as const;
  for (const [id, supersedes, code] of refusals) {
    const answer = await patch(id, { supersedes });
    expect(answer.statusCode, answer.body).toBe(code);
    expect(answer.json().errors).toMatchObject([{ path: '/supersedes' }]);
  }
  // Another one, and then none: each answer of the past stays as it was.
  const linked = (await app.log.head()).position;
  expect((await patch(next, { supersedes: other })).json()).toMatchObject({ supersedes: other });
  expect(await get(`${NOTES}/${old}`)).not.toHaveProperty('superseded_by');
  await patch(next, { supersedes: null });
  expect(await get(`${NOTES}/${next}`)).not.toHaveProperty('supersedes');
  await patch(next, { content: 'None of them.' });
  expect(await get(`${NOTES}/${next}`)).not.toHaveProperty('supersedes');
  expect(await get(`${NOTES}/${next}?as_of=${position}`)).not.toHaveProperty('supersedes');
  expect(await get(`${NOTES}/${next}?as_of=${linked}`)).toMatchObject({ supersedes: old });
  expect(await get(`${NOTES}/${old}?as_of=${linked}`)).toMatchObject({ superseded_by: next });
  expect((await patch(old, { supersedes: next })).json()).toMatchObject({ supersedes: next });
  const { same } = await app.rebuilder.start();
  expect(same).toBe(true);
});

test('verdicts stay where a revision changes only times, tags and links', async () => {
  const { client, get, patch } = await vaultInTime();
  const id = await save(client, { title: 'Tills are red' });
  await client.call('POST', `${NOTES}/${id}/verdict`, { payload: { verdict: 'wrong' } });
  for (const change of [{ review_after: UNTIL }, { tags: ['till'] }, { valid_until: null }])
    await patch(id, change);
  expect(await get(`${NOTES}/${id}`)).toMatchObject({ verdicts: { wrong: 1 } });
  await patch(id, { content: 'Only these.' });
  expect(await get(`${NOTES}/${id}`)).not.toHaveProperty('verdicts');
});
