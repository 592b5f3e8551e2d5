import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from '../../src/sqlite/database.js';
import { sampleWorker } from '../support/sampleWorker.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

function open(...[settings]: Parameters<typeof sampleWorker>) {
  const worker = sampleWorker(settings);
  onTestFinished(() => worker.close());
  return worker;
}

test('calls are answered one after another, each with its own answer', async () => {
  const worker = open();
  const answers = [
    worker.call('join', 'a'),
    worker.call('count', 7),
    worker.call('join', 'c', 'd', 'e'),
    worker.call('join'),
  ];
  expect(worker.pending()).toBe(4);
  expect(await Promise.all(answers)).toEqual(['a', 7, 'c d e', '']);
  expect(worker.pending()).toBe(0);
});

test('events come in order, before the answer to what caused them', async () => {
  const counted: number[] = [];
  const worker = open({ on: { counted: (n) => counted.push(n) } });
  expect(await worker.call('count', 4)).toBe(4);
  expect(counted).toEqual([1, 2, 3, 4]);
});

test('an error keeps its name, message and code, and the thread goes on', async () => {
  const worker = open();
  await expect(worker.call('fail', 'sqlite')).rejects.toMatchObject({
    name: 'SqliteError',
    message: 'no such table: absent',
    code: 'SQLITE_ERROR',
  });
  const type = await worker.call('fail', 'type').catch((error) => error);
  expect(type).toBeInstanceOf(Error);
  expect(String(type)).toBe('TypeError: no type for it');
  expect(type).not.toHaveProperty('code');
  await expect(worker.call('fail', 'text')).rejects.toThrow('only text');
  expect(await worker.call('join', 'still', 'here')).toBe('still here');
});

test('input that cannot be copied fails its own call only', async () => {
  const worker = open();
  const uncopyable = (() => {}) as unknown as string;
  await expect(worker.call('join', uncopyable)).rejects.toThrow('could not be cloned');
  expect(await worker.call('join', 'next')).toBe('next');
});

test('when the thread dies, what waits and what comes later fails with a sentence that names it', async () => {
  const worker = open();
  const waiting = await Promise.allSettled([worker.call('die'), worker.call('join', 'x')]);
  expect(worker.isRunning()).toBe(false);
  expect(worker.pending()).toBe(0);
  const later = await Promise.allSettled([worker.call('join', 'y')]);
  const message = 'the sample thread failed: a fault';
  for (const one of [...waiting, ...later]) {
    expect(one).toMatchObject({ status: 'rejected', reason: { message } });
  }
});

test('a thread that cannot start says why', async () => {
  const file = join(temporaryDirectory(), 'missing.db');
  const worker = open({ data: { file } });
  // better-sqlite3 12 gives the code of an uncaught error, 13 its message.
  await expect(worker.call('join')).rejects.toThrow(
    /^the sample thread failed: (SQLITE_CANTOPEN|unable to open database file)/,
  );
});

test('a thread that takes more memory than it may dies alone', async () => {
  const worker = open({ resourceLimits: { maxOldGenerationSizeMb: 64 } });
  await expect(worker.call('grow')).rejects.toThrow('the sample thread failed: Worker terminated');
});

test('close interrupts the call that is under way', async () => {
  const worker = open();
  const dying = worker.call('join', 'x');
  await worker.close();
  await expect(dying).rejects.toThrow('the sample thread was interrupted');
  expect(worker.isRunning()).toBe(false);
  await worker.close();
});

test('close waits for a thread deep in SQLite, but only as long as it is to', async () => {
  const directory = temporaryDirectory();
  const [first, second] = [join(directory, 'first.db'), join(directory, 'second.db')];
  const holder = new Database(second);
  holder.exec('BEGIN IMMEDIATE');
  const worker = open();
  const locked = expect(worker.call('lock', first, second)).rejects.toThrow('was interrupted');
  while (!isLocked(first)) await sleep(5);
  await worker.close(10);
  expect(worker.isRunning()).toBe(true);
  holder.close();
  await worker.close();
  expect(worker.isRunning()).toBe(false);
  await locked;
});

function isLocked(file: string): boolean {
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'SQLITE_BUSY' });
    return true;
  } finally {
    db.close();
  }
}

test('a process waits for the answers it has asked for, but not for the thread', () => {
  const sample = new URL('../support/sampleWorker.ts', import.meta.url);
  const script = `
    import { sampleWorker } from ${JSON.stringify(sample)};
    const worker = sampleWorker();
    worker.call('join', 'an', 'answer').then(console.log);`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
  });
  expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: 'an answer\n' });
});
