import { expect, test } from 'vitest';
import { vitals } from '../../src/app/vitals.js';
import { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { type Line, reporter } from '../../src/diagnostics/reporter.js';

const SECOND = 1000;

/** Vitals of a vault where all is well, unless the test changes it. */
function watched() {
  const lines: Line[] = [];
  const now = { time: 0, free: 1e12, views: 1e6, pending: 0, state: 'idle' };
  const news = reporter(
    (line) => lines.push(line),
    () => now.time,
  );
  const { look } = vitals({
    dataDir: '/v',
    log: { refusal: async () => undefined },
    clockWatch: {
      verdict: () => ({ state: 'right' }),
      refusal: () => undefined,
      remember: () => {},
    },
    lastAt: () => 0,
    wiper: { pendingMs: () => now.pending },
    readModels: { trouble: () => undefined, progress: () => [] },
    rebuilds: { status: () => ({ state: now.state }) },
    viewsBytes: () => now.views,
    freeBytes: async () => (Number.isNaN(now.free) ? Promise.reject(new Error('gone')) : now.free),
    reporter: news,
  });
  const codes = () => lines.map(({ code, condition }) => `${code} ${condition ?? ''}`.trim());
  return { now, news, look, lines, codes };
}

test('a disk is nearly full below 200 MB, and full enough again only well above', async () => {
  const { now, look, lines, codes } = watched();
  now.free = 200e6;
  expect(await look()).toMatchObject({ freeBytes: 200e6 });
  expect(lines).toEqual([]);
  for (const free of [199e6, 201e6, 199e6, 219e6]) {
    now.free = free;
    await look();
  }
  expect(lines).toMatchObject([{ level: 'warn', code: 'disk_nearly_full', file: '/v' }]);
  now.free = 221e6;
  await look();
  expect(codes()).toEqual(['disk_nearly_full', 'condition_over disk_nearly_full']);
});

test('a disk is nearly full when the read models cannot be rebuilt on it', async () => {
  const { now, look, codes } = watched();
  Object.assign(now, { free: 2.9e9, views: 1e9 });
  await look();
  expect(codes()).toEqual(['disk_nearly_full']);
});

test('a full disk is over without a save once there is room and no save was refused for a while', async () => {
  const { now, news, look, codes } = watched();
  const refuse = () => news.meet(new Diagnostic('log_disk_full', 'no space for /v/log.db'));
  refuse();
  now.time = 30 * SECOND;
  now.free = 4096;
  await look();
  expect(news.conditions().map(({ diagnostic }) => diagnostic.code)).toContain('log_disk_full');
  refuse();
  now.free = 1e12;
  now.time += 9 * SECOND;
  await look();
  expect(codes()).not.toContain('condition_over log_disk_full');
  now.time += SECOND;
  await look();
  expect(codes()).toContain('condition_over log_disk_full');
});

test('a lock on the log is forgotten once no save has met it for a while', async () => {
  const { now, news, look, codes } = watched();
  news.meet(new Diagnostic('log_locked', 'another program has locked /v/log.db'));
  await look();
  expect(codes()).toEqual(['log_locked']);
  now.time = 10 * SECOND;
  await look();
  expect(codes()).toEqual(['log_locked', 'condition_over log_locked']);
});

test('an erasure that takes more than a minute is warned of, with what prevents it', async () => {
  const { now, look, lines, codes } = watched();
  now.pending = 60 * SECOND;
  expect(await look()).toMatchObject({ erasurePendingMs: 60 * SECOND });
  expect(lines).toEqual([]);
  Object.assign(now, { pending: 130 * SECOND, state: 'building' });
  await look();
  expect(lines).toMatchObject([
    {
      level: 'warn',
      code: 'erasure_pending',
      msg: expect.stringMatching(/for 2 minutes: a rebuild/),
    },
  ]);
  now.pending = 0;
  await look();
  expect(codes()).toEqual(['erasure_pending', 'condition_over erasure_pending']);
});

test('a disk that cannot be asked is no reason to fail', async () => {
  const { now, look, lines } = watched();
  now.free = Number.NaN;
  expect(await look()).toMatchObject({ freeBytes: undefined });
  expect(lines).toEqual([]);
});
