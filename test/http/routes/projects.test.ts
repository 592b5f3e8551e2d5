import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { ADMIN, listed, save } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp, testClock } from '../../support/testApp.js';

const vault = sharedClient();

const PROJECTS = '/api/v1/projects';

test('every project is listed with its counts, the most recently active first', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  expect(await listed(client, PROJECTS)).toEqual([]);
  await save(client, { project: 'a' });
  clock.advance(1000);
  await save(client, { project: 'b' });
  await save(client);
  const session = await client.call('POST', '/api/v1/sessions', { payload: { project: 'c' } });
  clock.advance(1000);
  await save(client, { project: 'a' });
  const payload = { summary: '' };
  await client.call('PUT', `/api/v1/sessions/${session.json().id}`, { payload });
  clock.advance(1000);
  await client.call('PUT', '/api/v1/sdd/d', { payload: { phase: 'spec' }, headers: ADMIN });
  const counts = { observations_total: 0, sessions_total: 0, sessions_active: 0 };
  const at = (second: number) => ({ last_activity_at: `2026-11-20T09:30:0${second}Z` });
  expect((await client.call('GET', PROJECTS)).json()).toEqual([
    { project: 'd', ...counts, ...at(3) },
    { project: 'a', ...counts, observations_total: 2, ...at(2) },
    { project: 'c', ...counts, sessions_total: 1, ...at(2) },
    { project: 'b', ...counts, observations_total: 1, ...at(1) },
  ]);
});

test('with `filled`, lists leave out what holds nothing; with `project`, all projects but one', async () => {
  const client = await testClient(await testApp());
  const start = async (payload: object) =>
    (await client.call('POST', '/api/v1/sessions', { payload })).json().id as string;
  await start({ project: 'started', client_ref: 'c-1', agent: 'codex' });
  const begun = await start({ project: 'begun', goal: 'Mend the till.' });
  const ended = await start({ project: 'ended' });
  const payload = { summary: 'Mended.' };
  await client.call('PUT', `/api/v1/sessions/${ended}`, { payload });
  const noted = await start({ project: 'noted' });
  await save(client, { project: 'noted', session_id: noted });
  const names = async (path: string) =>
    (await client.call('GET', path)).json().map(({ project }: { project: string }) => project);
  expect((await names(PROJECTS)).sort()).toEqual(['begun', 'ended', 'noted', 'started']);
  expect((await names(`${PROJECTS}?filled=true`)).sort()).toEqual(['begun', 'ended', 'noted']);
  expect(await names(`${PROJECTS}?project=NOTED`)).toEqual(['noted']);
  expect(await names(`${PROJECTS}?project=started&filled=true`)).toEqual([]);
  expect(await names('/api/v1/sessions/all')).toHaveLength(4);
  const filled = '/api/v1/sessions/all?filled=true';
  expect((await names(filled)).sort()).toEqual(['begun', 'ended', 'noted']);
  expect(await names(`${filled}&limit=1&before=${ended}`)).toEqual(['begun']);
  expect(await listed(client, `/api/v1/sessions/all?before=${ended}`)).toContain(begun);
});

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'a/b/c',
  '50%',
  '%2F',
  '100%25',
  '\u{1F980} crab',
  'caf\u00e9',
  'all',
  '?q=1#x',
  'a+b c',
  ';',
  '\u{1F980}'.repeat(200),
];

test.each(NAMES)('%s is accepted as a project name', async (project) => {
  const client = await testClient(await testApp());
  const id = await save(client, { project, author: '__proto__', tags: ['__proto__'] });
  await client.call('POST', '/api/v1/sessions', { payload: { project } });
  const name = encodeURIComponent(project);
  expect(await listed(client, `/api/v1/context/${name}`)).toEqual([id]);
  expect(await listed(client, `/api/v1/timeline/${name}`)).toEqual([id]);
  expect(await listed(client, `/api/v1/search?q=content&project=${name}`)).toEqual([id]);
  const summary = (await client.call('GET', `/api/v1/summary/${name}`)).json();
  expect(summary).toMatchObject({ project, observations_total: 1, sessions_total: 1 });
  expect(Object.entries(summary.by_author)).toEqual([['__proto__', 1]]);
  const stats = (await client.call('GET', '/api/v1/stats')).json();
  expect(Object.entries(stats.by_project)).toEqual([[project, 1]]);
  expect(await listed(client, PROJECTS, 'project')).toEqual([project]);
  for (const [kind, payload] of [
    ['sdd', { phase: 'spec' }],
    ['openspec', { content: 'x' }],
  ] as const) {
    const put = await client.call('PUT', `/api/v1/${kind}/${name}`, { payload, headers: ADMIN });
    expect(put.json()).toMatchObject({ project });
    expect((await client.call('GET', `/api/v1/${kind}/${name}`)).json()).toEqual(put.json());
  }
});

const PER_PROJECT = ['context', 'timeline', 'summary', 'openspec', 'sdd'];

test.each(PER_PROJECT)('%s trims the name of a project', async (kind) => {
  const client = vault();
  const trimmed = await client.call('GET', `/api/v1/${kind}/p`);
  expect((await client.call('GET', `/api/v1/${kind}/%20p%20`)).json()).toEqual(trimmed.json());
});

test.each(PER_PROJECT)('%s refuses an invalid name', async (kind) => {
  const client = vault();
  for (const name of [
    '%20',
    'a%00',
    'x'.repeat(201),
    'x'.repeat(5000),
    '%ff',
    '%zz',
    '%ED%A0%80',
  ]) {
    const refused = await client.call('GET', `/api/v1/${kind}/${name}`);
    expect(refused.json(), name).toMatchObject({ status: 400, code: 'invalid_parameter' });
  }
});
