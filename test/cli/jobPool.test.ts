import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dataFiles } from '../../src/config/dataFiles.js';
import { EVERYTHING } from '../../src/domain/caller.js';
import type { VerifyStep } from '../../src/maintenance/verification.js';
import { NOW } from '../../src/queries/visible.js';
import { everyKind } from '../support/everyKind.js';
import { searchVault } from '../support/searchVault.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

// Threads start from built files; their types are those of the sources they were built from.
const { jobPool } = (await import(
  String(new URL('../../dist/app/jobPool.js', import.meta.url))
)) as typeof import('../../src/app/jobPool.js');

/** A pool of search threads. */
const searchPool = (viewsFile: string, threads: number, idleMs?: number) =>
  jobPool(
    { viewsFile, patterns: [] },
    {
      name: 'a search thread',
      threads,
      waiting: { most: 250, refusal: 'too many searches are waiting: try again later' },
      ...(idleMs && { idleMs }),
    },
  );

const search = (q: string) => ({
  q,
  sees: EVERYTHING,
  filters: { at: 0 },
  limit: 20,
  offset: 0,
  snippet: true,
});

test('threads find and count the same as a search on the main thread, including the latest saves', async () => {
  const notes = Array.from({ length: 40 }, (_, i) => ({
    title: `note ${i}`,
    content: `word${i % 7}`,
  }));
  const vault = await searchVault(notes);
  const pool = searchPool(join(vault.app.config.dataDir, 'views.db'), 2);
  const queries = ['word1', 'note word2', '"word3"', 'wor*', 'nothing', '日本'];
  const answers = await Promise.all(queries.map((q) => pool.run('search', search(q))));
  for (const [i, q] of queries.entries()) {
    const { hits, reading } = await vault.app.search(search(q));
    expect(answers[i]).toMatchObject({ hits, reading, left: { matches: [] } });
    expect(await pool.run('facets', search(q))).toEqual(await vault.app.facets(search(q)));
  }
  await pool.close();
});

test('a thread names the projects closest to an unknown one', async () => {
  const vault = await searchVault([{ title: 'note', project: 'checkout' }]);
  const pool = searchPool(join(vault.app.config.dataDir, 'views.db'), 1);
  const asked = { project: 'chekout', sees: EVERYTHING };
  expect(await pool.run('closestProjects', asked)).toEqual(['checkout']);
  await pool.close();
  await expect(pool.run('closestProjects', asked)).rejects.toThrow('the service is stopping');
});

test('a thread that cannot start fails its searches with an error, and the next try is a new one', async () => {
  const file = join(temporaryDirectory(), 'views.db');
  const pool = searchPool(file, 1);
  const failed = await Promise.allSettled([
    pool.run('search', search('x')),
    pool.run('search', search('y')),
  ]);
  for (const one of failed) {
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(Error) });
  }
  expect(existsSync(file)).toBe(false);
  const vault = await searchVault([{ title: 'note', content: 'word' }]);
  await (await vault.app.readModels.latest()).db.backup(file);
  expect((await pool.run('search', search('word'))).hits).toHaveLength(1);
  await pool.close();
});

test('threads end when they have nothing to do, and start again when they are needed', async () => {
  const vault = await searchVault([{ title: 'note', content: 'word' }]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const started: Worker[] = [];
  const exited: Promise<unknown>[] = [];
  const onStart = (worker: Worker) => {
    started.push(worker);
    exited.push(once(worker, 'exit'));
  };
  process.on('worker', onStart);
  onTestFinished(() => void process.off('worker', onStart));
  const pool = searchPool(join(vault.app.config.dataDir, 'views.db'), 2, 100);
  const find = () => pool.run('search', search('word'));
  await Promise.all([find(), find()]);
  await find();
  expect(started).toHaveLength(2);
  vi.advanceTimersByTime(100);
  await Promise.all(exited);
  expect(pool.isRunning()).toBe(false);
  const found = await Promise.all([find(), find()]);
  expect(found.map(({ hits }) => hits.length)).toEqual([1, 1]);
  expect(started).toHaveLength(4);
  await pool.close();
});

test('another thread starts when the first has so many jobs, and no earlier', async () => {
  const vault = await searchVault([{ title: 'note', content: 'word' }]);
  let started = 0;
  const onStart = () => {
    started += 1;
  };
  process.on('worker', onStart);
  onTestFinished(() => void process.off('worker', onStart));
  const data = { viewsFile: join(vault.app.config.dataDir, 'views.db'), patterns: [] };
  const pool = jobPool(data, { threads: 2, deep: 3 });
  const find = (count: number) =>
    Promise.all(Array.from({ length: count }, () => pool.run('search', search('word'))));
  await find(3);
  expect(started).toBe(1);
  await find(4);
  expect(started).toBe(2);
  await pool.close();
});

test('searches that wait when the pool closes are refused, as are later ones', async () => {
  const vault = await searchVault([{ title: 'note', content: 'word' }]);
  const pool = searchPool(join(vault.app.config.dataDir, 'views.db'), 1);
  const waiting = Promise.allSettled([
    pool.run('search', search('word')),
    pool.run('search', search('word')),
  ]);
  await pool.close();
  for (const one of await waiting) {
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'not_ready' } });
  }
  const late = pool.run('search', search('word'));
  await expect(late).rejects.toMatchObject({ code: 'not_ready' });
});

test('more searches than may wait are refused as overload', async () => {
  const vault = await searchVault([{ title: 'note', content: 'word' }]);
  const pool = searchPool(join(vault.app.config.dataDir, 'views.db'), 1);
  const left = {
    matches: [],
    marked: undefined,
    project: undefined,
    shown: { sees: EVERYTHING, as_of: NOW, at: 0 },
  };
  const settled = await Promise.allSettled([
    ...Array.from({ length: 300 }, () => pool.run('search', search('word'))),
    // The rest of a search whose first hits were found.
    pool.run('readOn', left, { hasBegun: true }),
  ]);
  await pool.close();
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual(Array(50).fill('overloaded'));
});

test('a verification says how far it is, first in the log and then in the replay, and its thread ends with it', async () => {
  const dataDir = temporaryDirectory();
  await everyKind(dataDir);
  const { log: logFile, views: viewsFile } = dataFiles({ dataDir });
  const pool = jobPool({ viewsFile, patterns: [] }, { threads: 'one a job' });
  const steps: VerifyStep[] = [];
  const onStep = (step: VerifyStep) => steps.push(step);
  const report = await pool.run('verify', { logFile, viewsFile, dataDir }, { onStep });
  expect(pool.isRunning()).toBe(false);
  expect(report).toMatchObject({ ok: true, views_compared: true });
  expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['verifying', 'comparing']));
  expect(steps[0]?.state).toBe('verifying');
  for (const state of ['verifying', 'comparing']) {
    const last = steps.findLast((step) => step.state === state);
    expect(last).toEqual({ state, done: report.head, total: report.head });
  }
});

test('a job whose signal aborts ends with its thread', async () => {
  const vault = await searchVault([{ title: 'note', content: 'word' }]);
  const { log, views } = dataFiles(vault.app.config);
  const pool = jobPool(
    { viewsFile: views, patterns: [] },
    { name: 'the rebuild', threads: 'one a job' },
  );
  const stop = new AbortController();
  const rebuilt = pool.run('rebuild', { log, views }, { signal: stop.signal });
  setImmediate(() => stop.abort());
  await expect(rebuilt).rejects.toThrow('the rebuild was interrupted');
  expect(pool.isRunning()).toBe(false);
  await expect(pool.run('rebuild', { log, views }, { signal: stop.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});
