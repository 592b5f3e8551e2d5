import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { VerifyJob } from '../../src/maintenance/verify.js';
import { everyKind } from '../support/everyKind.js';
import { startService } from '../support/service.js';
import { tamper } from '../support/tamper.js';
import { tamperedCopies } from '../support/tamperedCopies.js';
import { TAMPERINGS } from '../support/tamperings.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

// Threads start from built files; their types are those of the sources they were built from.
const built = <Module>(path: string): Promise<Module> =>
  import(String(new URL(`../../dist/${path}`, import.meta.url)));
const { verify } = await built<typeof import('../../src/maintenance/verify.js')>('verify.js');
const { payloadsOnThread } = await built<typeof import('../../src/log/verify/payloadsOnThread.js')>(
  'log/verify/payloadsOnThread.js',
);
const { workInThreads } =
  await built<typeof import('../../src/maintenance/logWork.js')>('logWork.js');

/** Bytes of a page of the file. */
const PAGE = 4096;

const copy = tamperedCopies();

/** What a number of threads report, without how long it took. */
async function reported(job: VerifyJob, threads: number) {
  const { seconds: _, ...report } = await verify({ ...job, threads });
  return report;
}

test('the thread begins at the moment at which the file is, and reads what was there then', async () => {
  const { logFile } = copy();
  const thread = payloadsOnThread(logFile);
  const before = await thread.begin();
  const { head, hash } = await reported({ logFile }, 1);
  expect(before).toEqual({ position: head, hash });
  tamper(logFile, (db) => {
    db.exec(`UPDATE payloads SET body = '{}' WHERE position = 3`);
  });
  expect((await thread.read())?.findings.total).toBe(0);
  await thread.begin();
  expect((await thread.read())?.findings.first[0]).toMatchObject({
    seenAt: 3,
    problem: { position: 3, kind: 'payload' },
  });
  await thread.close();
  expect(await thread.begin()).toBeUndefined();
});

test.each(Object.entries(TAMPERINGS))(
  'two threads report what one does when %s',
  async (_, [change]) => {
    const job = copy(change);
    const one = await reported(job, 1);
    expect(one.ok).toBe(false);
    expect(await reported(job, 2)).toEqual(one);
  },
);

test('two threads report what one does of a whole log, and of more problems than are listed', async () => {
  const whole = copy();
  expect(await reported(whole, 2)).toEqual(await reported(whole, 1));
  const many = copy((db) => {
    db.exec(`UPDATE events SET meta = '{"actor":"mallory"}' WHERE position % 3 > 0`);
    db.exec(`UPDATE payloads SET body = '{}' WHERE position % 2 = 0`);
    db.exec('DELETE FROM dedup');
  });
  const one = await reported({ logFile: many.logFile }, 1);
  expect(one.problems).toHaveLength(100);
  expect(one.more).toBeGreaterThan(0);
  const seen = new Set(one.problems.map(({ kind }) => kind));
  expect([...seen].sort()).toEqual(['dedup', 'hash', 'idempotency', 'payload']);
  expect(await reported({ logFile: many.logFile }, 2)).toEqual(one);
});

test('two threads report what one does of a file with pages that SQLite cannot read', async () => {
  const { logFile } = copy();
  const file = readFileSync(logFile);
  const said = new Set<string>();
  for (let page = 1; page < file.length / PAGE; page += 3) {
    const damaged = Buffer.from(file);
    // No kind of page that there is: of other damage SQLite may say one thing now and another later.
    damaged.writeUInt8(0xee, page * PAGE);
    writeFileSync(logFile, damaged);
    const one = await reported({ logFile }, 1);
    for (const { detail } of one.problems) said.add(detail);
    expect(await reported({ logFile }, 2), `page ${page}`).toEqual(one);
  }
  expect(said).toContain('the events cannot be read: database disk image is malformed');
  expect(said).toContain('the payloads cannot be read: database disk image is malformed');
});

test('two threads read one moment while a service saves', async () => {
  const directory = temporaryDirectory();
  await everyKind(directory);
  const service = await startService(directory);
  const work = workInThreads();
  let saving = true;
  const saves = (async () => {
    for (let n = 0; saving; n++) {
      const response = await fetch(`${service.url}/api/v1/observations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: `while verifying ${n}`, content: 'c', type: 'task' }),
      });
      expect(response.status).toBe(200);
    }
  })();
  const heads: number[] = [];
  for (let times = 0; times < 5; times++) {
    const report = await work.verify({ logFile: join(directory, 'log.db'), threads: 2 });
    expect(report).toMatchObject({ ok: true, problems: [] });
    heads.push(report.head);
  }
  saving = false;
  await saves;
  expect(heads.at(-1)).toBeGreaterThan(heads[0] ?? 0);
  await work.close();
  expect(await service.stop('SIGTERM')).toBe(0);
});

test('what is interrupted ends with both of its threads', async () => {
  const { logFile } = copy();
  for (const ms of [0, 30, 60, 90]) {
    const work = workInThreads();
    const outcome = work.verify({ logFile, threads: 2 }).then(
      ({ ok }) => ok,
      (error: Error) => error.message,
    );
    await sleep(ms);
    await work.close();
    expect([true, 'verify was interrupted']).toContain(await outcome);
  }
});
