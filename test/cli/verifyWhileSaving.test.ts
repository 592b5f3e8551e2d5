import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.js';
import { everyKind } from '../support/everyKind.js';
import { startService } from '../support/service.js';
import { tamperedCopies } from '../support/tamperedCopies.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

// Threads start from built files; their types are those of the sources they were built from.
const { jobPool }: typeof import('../../src/app/jobPool.js') = await import(
  String(new URL('../../dist/app/jobPool.js', import.meta.url))
);

/** Each verification on a thread of its own. */
const workInThreads = () => jobPool({ viewsFile: 'none', patterns: [] }, { threads: 'one a job' });

const copy = tamperedCopies();

test('a verification reads one moment while a service saves', async () => {
  const directory = temporaryDirectory();
  await everyKind(directory);
  const service = await startService(directory);
  const work = workInThreads();
  let saving = true;
  let saved = 0;
  const saves = (async () => {
    for (; saving; saved++) {
      const response = await fetch(`${service.url}/api/v1/observations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: `while verifying ${saved}`, content: 'c', type: 'task' }),
      });
      expect(response.status).toBe(200);
    }
  })();
  const heads: number[] = [];
  for (let times = 0; times < 3; times++) {
    const report = await work.run('verify', { logFile: join(directory, 'log.db') });
    expect(report).toMatchObject({ ok: true, problems: [] });
    heads.push(report.head);
    const before = saved;
    await eventually('another note is saved', () => expect(saved).toBeGreaterThan(before));
  }
  saving = false;
  await saves;
  expect(heads.at(-1)).toBeGreaterThan(heads[0] ?? 0);
  await work.close();
  expect(await service.stop('SIGTERM')).toBe(0);
});

test('a verification that is interrupted ends', async () => {
  const { logFile } = copy();
  for (const ms of [0, 30, 60, 90]) {
    const work = workInThreads();
    const outcome = work.run('verify', { logFile }).then(
      ({ ok }) => ok,
      (error: Error) => error.message,
    );
    await sleep(ms);
    await work.close();
    expect([true, 'the service is stopping']).toContain(await outcome);
  }
});
