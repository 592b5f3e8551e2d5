import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { projectKey } from '../../../src/domain/names.js';
import { projectStreamKey, streamKey } from '../../../src/events/recorded.js';
import type { VaultFact } from '../../../src/events/vaultEvent.js';
import { rulesOf } from '../../../src/hive/hive.js';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, note } from '../../support/notes.js';
import { plainFilter } from '../../support/plainFilter.js';
import { redacted } from '../../support/redacted.js';
import { NOW, testApp } from '../../support/testApp.js';
import { walledVault } from '../../support/walledVault.js';

const asked = (client: Client) => ({
  send: async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const sent = { headers: ADMIN, ...(payload && { payload }) };
    const answer = await client.call(method, url, sent);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.body === '' ? undefined : answer.json();
  },
  get: async (url: string, headers: Readonly<Record<string, string>> = ADMIN) => {
    const answer = await client.call('GET', url, { headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return url.startsWith('/admin/export') ? answer.body : answer.json();
  },
});

/** What is kept of a project: a note, a note in a session, conventions and a phase. */
async function fill(client: Client, project: string): Promise<void> {
  const { send } = asked(client);
  const path = encodeURIComponent(project);
  await send('POST', '/api/v1/observations', note({ project, tags: ['x'], author: 'ada' }));
  const { id } = await send('POST', '/api/v1/sessions', { project });
  await send('POST', '/api/v1/observations', note({ project, session_id: id, type: 'decision' }));
  await send('PUT', `/api/v1/openspec/${path}`, { content: 'Be kind.' });
  await send('PUT', `/api/v1/sdd/${path}`, { phase: 'spec' });
}

/** All reads of a project, without the name that was asked for. */
async function readsOf(client: Client, project: string): Promise<readonly unknown[]> {
  const { get, send } = asked(client);
  const path = encodeURIComponent(project);
  const urls = [
    ...['context', 'timeline', 'summary', 'openspec', 'sdd'].map((of) => `/api/v1/${of}/${path}`),
    `/api/v1/summary/${path}?as_of=2100-01-01T00:00:00Z`,
    `/api/v1/search?q=title&project=${path}&limit=50`,
    `/api/v1/search?q=title&tag=x&project=${path}`,
    `/api/v1/observations?project=${path}`,
    `/api/v1/observations?tag=x&project=${path}`,
    `/admin/export?project=${path}`,
  ];
  const reads = [];
  for (const url of urls) {
    const read = await get(url);
    reads.push(read.project === undefined ? read : { ...read, project: undefined });
  }
  for (const url of ['/admin/purge', '/admin/forget']) {
    reads.push(await send('POST', url, { project, dry_run: true }));
  }
  return reads;
}

const LETTERS = ['a', 'B', 'É', 'e\u0301', 'ß', 'İ', 'i', 'J\u030c', 'Σ', 'Ж', '日', '-', ' ', '%'];
/** Names that spell one project. */
const spellings = fc
  .tuple(
    fc
      .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 8 })
      .map((all) => all.join('')),
    fc.infiniteStream(fc.boolean()),
  )
  .map(([drawn, upper]) => {
    const name = `p${drawn}`.trim();
    const mixed = [...name]
      .map((letter) => (upper.next().value ? letter.toUpperCase() : letter.toLowerCase()))
      .join('');
    const all = [mixed, name.toUpperCase(), name.normalize('NFD'), name.toLowerCase()];
    return [...new Set(all)].filter((one) => projectKey(one) === projectKey(name)).slice(0, 3);
  });

describe('in any spelling', () => {
  test.prop([spellings], { numRuns: 5 })('the reads of a project give the same', async (names) => {
    const app = await testApp();
    const client = await testClient(app);
    for (const name of names) await fill(client, name);
    await fill(client, `${names[0]}-other`);
    const [first, ...others] = await Promise.all(names.map((name) => readsOf(client, name)));
    for (const other of others) expect(other).toEqual(first);
    expect(first?.[0]).toHaveLength(2 * names.length);
    const listed = await asked(client).get('/api/v1/projects');
    const counts = { observations_total: 2 * names.length, sessions_total: names.length };
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual(expect.objectContaining(counts));
    const stats = await asked(client).get('/api/v1/stats');
    expect(stats.projects_total).toBe(2);
    const [shown = ''] = listed.flatMap(({ project }: { project: string }) =>
      projectKey(project) === projectKey(names[0] ?? '') ? [project] : [],
    );
    expect(names).toContain(shown);
    expect(stats.by_project).toEqual({ [shown]: 2 * names.length, [`${names[0]}-other`]: 2 });
    expect((await app.rebuilder.start()).same).toBe(true);
  });

  test.prop([spellings, fc.nat()], { numRuns: 5 })(
    'forgetting a project leaves nothing of another spelling',
    async (names, which) => {
      const client = await testClient(await testApp());
      for (const name of names) await fill(client, name);
      const project = names[which % names.length];
      await asked(client).send('POST', '/admin/forget', { project });
      const { get, send } = asked(client);
      const texts = JSON.stringify(await get('/admin/events?limit=1000'));
      for (const name of names) expect(texts).not.toContain(JSON.stringify(name));
      expect(await get('/api/v1/projects')).toEqual([]);
      for (const name of names) {
        const left = await send('POST', '/admin/forget', { project: name, dry_run: true });
        expect(Object.values(left.matched)).toEqual(Object.keys(left.matched).map(() => 0));
      }
      // An export is recorded, and names the project again.
      for (const name of names) {
        const [context, ...reads] = await readsOf(client, name);
        expect(context).toEqual([]);
        expect(reads.at(-1)).toMatchObject({ matched: { observations: 0, sessions: 0 } });
      }
    },
  );
});

test('a note keeps the spelling that was written, and its project is shown in the most frequent one', async () => {
  const client = await testClient(await testApp());
  const { send, get } = asked(client);
  for (const project of ['Checkout', 'CHECKOUT', 'Checkout', 'checkout']) {
    await send('POST', '/api/v1/observations', note({ project }));
  }
  const written = (await get('/api/v1/context/checkout')).map(
    (one: { project: string }) => one.project,
  );
  expect(written.sort()).toEqual(['CHECKOUT', 'Checkout', 'Checkout', 'checkout']);
  expect(await get('/api/v1/projects')).toMatchObject([
    { project: 'Checkout', observations_total: 4 },
  ]);
  expect((await get('/api/v1/stats')).by_project).toEqual({ Checkout: 4 });
});

test('the spelling that another team uses is not shown', async () => {
  const { client, ann, bob } = await walledVault(false);
  const save = (headers: Readonly<Record<string, string>>, project: string) =>
    client.call('POST', '/api/v1/observations', { headers, payload: note({ project }) });
  for (const project of ['SHARED', 'SHARED', 'shared zebra']) await save(bob, project);
  await save(ann, 'Shared');
  const { get } = asked(client);
  const names = (await get('/api/v1/projects', ann)).map((one: { project: string }) => one.project);
  expect(names.sort()).toEqual(['Shared', 'common']);
  expect(Object.keys((await get('/api/v1/stats', ann)).by_project).sort()).toEqual([
    'Shared',
    'common',
  ]);
  expect(await get('/api/v1/context/SHARED', ann)).toHaveLength(1);
});

test('a project is paused and resumed in any spelling', async () => {
  const app = await testApp();
  const { send } = asked(await testClient(app));
  const { id } = await send('POST', '/api/v1/sessions', { project: 'CheckOut' });
  const gone = await send('POST', '/api/v1/sessions', { project: 'CheckOut' });
  await send('DELETE', `/api/v1/sessions/${gone.id}`);
  await send('POST', '/admin/hive/projects/Checkout/pause');
  expect(await pausedIn(app, [id, gone.id])).toEqual([true, true]);
  await send('POST', '/admin/hive/projects/CHECKOUT/resume');
  expect(await pausedIn(app, [id, gone.id])).toEqual([false, false]);
});

/** Whether the projects of work sessions are paused, for the hive. */
async function pausedIn(app: App, sessions: readonly string[]): Promise<readonly boolean[]> {
  const settings = { key: 'k', names: false, types: [], url: 'http://hub', interval: 1 };
  const rules = rulesOf({ ...settings, key: 'k'.repeat(32) }, app.log, plainFilter);
  const paused = [];
  for (const id of sessions) {
    const project = await rules.projectOf(id);
    paused.push(project !== undefined && (await rules.isPaused(project.keys)));
  }
  return paused;
}

/** Appends a fact as release 0.1.0 did: to a stream that is named after the spelling. */
async function appendAsBefore(app: App, family: string, project: string, fact: VaultFact) {
  const stream = `${family}/${streamKey(project)}`;
  const version = (await app.log.versionOf(stream)) + 1;
  const id = `01KA5ZJ3M4T6V8X0Y2Z4A6C8${String((await app.log.head()).position).padStart(2, '0')}`;
  const event = { ...fact, id, stream, version, at: NOW, meta: { actor: 'admin' } };
  await app.log.appendNext(async () => ({ events: [event], answers: [], deduplicated: 0 }));
}

describe('where release 0.1.0 named streams after the spelling', () => {
  const published = (project: string, version: number, content: string): VaultFact => ({
    type: 'conventions.published',
    data: { project: redacted(project), version, content: redacted(content), redactions: [] },
  });

  async function oldVault() {
    const app = await testApp();
    for (const [project, version] of [
      ['Checkout', 1],
      ['Checkout', 2],
      ['CHECKOUT', 1],
    ] as const) {
      const content = `${project} ${version}`;
      await appendAsBefore(app, 'conventions', project, published(project, version, content));
    }
    const phase = (project: string, of: 'spec' | 'apply'): VaultFact => ({
      type: 'sdd.phase_entered',
      data: { project: redacted(project), phase: of },
    });
    await appendAsBefore(app, 'sdd', 'Checkout', phase('Checkout', 'spec'));
    await appendAsBefore(app, 'sdd', 'CHECKOUT', phase('CHECKOUT', 'apply'));
    return { app, ...asked(await testClient(app)) };
  }

  test('what was recorded last counts', async () => {
    const { get } = await oldVault();
    for (const project of ['checkout', 'Checkout', 'CHECKOUT']) {
      expect(await get(`/api/v1/openspec/${project}`)).toMatchObject({ content: 'CHECKOUT 1' });
      expect(await get(`/api/v1/sdd/${project}`)).toMatchObject({ phase: 'apply' });
    }
  });

  test('versions of conventions go on after those of the same spelling', async () => {
    const { app, send, get } = await oldVault();
    const put = () => send('PUT', '/api/v1/openspec/Checkout', { content: 'now' });
    expect(await put()).toMatchObject({ version: 3 });
    expect(await put()).toMatchObject({ version: 4 });
    expect(await get('/api/v1/openspec/CHECKOUT')).toMatchObject({ version: 4, content: 'now' });
    const stream = `conventions/${projectStreamKey('CHECKOUT')}`;
    expect(await app.log.versionOf(stream)).toBe(2);
  });

  test('conventions are forgotten in all streams', async () => {
    const { send, get } = await oldVault();
    await send('PUT', '/api/v1/openspec/Checkout', { content: 'now' });
    await send('DELETE', '/admin/openspec/checkout');
    expect(await get('/api/v1/openspec/CHECKOUT')).toMatchObject({ version: 0, content: '' });
  });

  test('a pause holds until the project is resumed in any spelling, also for a session that is forgotten', async () => {
    const { app, send } = await oldVault();
    const start = async () => (await send('POST', '/api/v1/sessions', { project: 'Checkout' })).id;
    const ids = [await start(), await start()];
    await appendAsBefore(app, 'hive', 'Checkout', {
      type: 'hive.project_paused',
      data: { project: redacted('Checkout') },
    });
    await send('DELETE', `/api/v1/sessions/${ids[1]}`);
    expect(await pausedIn(app, ids)).toEqual([true, true]);
    await send('POST', '/admin/hive/projects/checkout/resume');
    expect(await pausedIn(app, ids)).toEqual([false, false]);
  });
});
