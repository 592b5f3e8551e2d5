import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EVERYTHING } from '../../src/domain/caller.js';
import { searchVault } from '../support/searchVault.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

// Threads start from built files; their types are those of the sources they were built from.
const { searchPool } = (await import(
  String(new URL('../../dist/queries/search/searchPool.js', import.meta.url))
)) as typeof import('../../src/queries/search/searchPool.js');

const search = (q: string) => ({
  q,
  sees: EVERYTHING,
  filters: {},
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
  const answers = await Promise.all(queries.map((q) => pool.search(search(q))));
  for (const [i, q] of queries.entries()) {
    expect(answers[i]).toEqual(await vault.app.search(search(q)));
    expect(await pool.facets(search(q))).toEqual(await vault.app.facets(search(q)));
  }
  await pool.close();
});

test('a thread names the projects closest to an unknown one', async () => {
  const vault = await searchVault([{ title: 'note', project: 'checkout' }]);
  const pool = searchPool(join(vault.app.config.dataDir, 'views.db'), 1);
  const asked = { project: 'chekout', sees: EVERYTHING };
  expect(await pool.closestProjects(asked)).toEqual(['checkout']);
  await pool.close();
  await expect(pool.closestProjects(asked)).rejects.toThrow('have ended');
});

test('a thread that cannot start fails its searches with an error, and the next try is a new one', async () => {
  const file = join(temporaryDirectory(), 'views.db');
  const pool = searchPool(file, 1);
  const failed = await Promise.allSettled([pool.search(search('x')), pool.search(search('y'))]);
  for (const one of failed) {
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(Error) });
  }
  expect(existsSync(file)).toBe(false);
  const vault = await searchVault([{ title: 'note', content: 'word' }]);
  await (await vault.app.readModels.latest()).db.backup(file);
  expect((await pool.search(search('word'))).hits).toHaveLength(1);
  await pool.close();
});

test('a second thread ends when it has nothing to do, and starts again when it is needed', async () => {
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
  const searchTwice = () => Promise.all([pool.search(search('word')), pool.search(search('word'))]);
  await searchTwice();
  vi.advanceTimersByTime(100);
  await exited[1];
  const found = await searchTwice();
  expect(found.map(({ hits }) => hits.length)).toEqual([1, 1]);
  expect(started).toHaveLength(3);
  // -1 is that of a thread that has ended.
  expect(started.map(({ threadId }) => threadId > 0)).toEqual([true, false, true]);
  await pool.close();
});

test('searches that wait when the pool closes are refused, as are later ones', async () => {
  const vault = await searchVault([{ title: 'note', content: 'word' }]);
  const pool = searchPool(join(vault.app.config.dataDir, 'views.db'), 1);
  const waiting = Promise.allSettled([pool.search(search('word')), pool.search(search('word'))]);
  await pool.close();
  for (const { status } of await waiting) expect(status).toBe('rejected');
  await expect(pool.search(search('word'))).rejects.toThrow('have ended');
});

test('more searches than may wait are refused as overload', async () => {
  const vault = await searchVault([{ title: 'note', content: 'word' }]);
  const pool = searchPool(join(vault.app.config.dataDir, 'views.db'), 1);
  const settled = await Promise.allSettled(
    Array.from({ length: 300 }, () => pool.search(search('word'))),
  );
  await pool.close();
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual(Array(50).fill('overloaded'));
});
