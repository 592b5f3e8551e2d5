import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { sharedCheckpoints } from '../../src/cluster/node.js';
import { saveObservation } from '../../src/commands/observations.js';
import { keepCheckpointKey, signCheckpoint } from '../../src/maintenance/checkpoints.js';
import { newSigningKey } from '../../src/proof/signingKey.js';
import { MemoryControl } from '../support/memoryControl.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp } from '../support/testApp.js';

const KEY = newSigningKey('memory-vault/shared');

/** A vault whose log stands for the copy of a node. With `from`, it goes on from a copy of another one's log. */
async function node(control: MemoryControl, name: string, from?: App) {
  const dataDir = temporaryDirectory();
  if (from) {
    for (const file of ['log.db', 'log.db-wal'])
      cpSync(join(from.config.dataDir, file), join(dataDir, file));
  }
  keepCheckpointKey(dataDir, KEY);
  const app = await testApp({ VAULT_DATA_DIR: dataDir });
  const wrapped = sharedCheckpoints(
    async (vault, elsewhere) => signCheckpoint(vault, elsewhere),
    control.node(name),
    { reach: (position) => app.log.reach(position, 0) },
  );
  return { app, dataDir, sign: () => wrapped(dataDir), save: (title: string) => save(app, title) };
}

function save(app: App, title: string) {
  const note = { title, content: '-', type: 'decision' as const, project: undefined };
  const rest = { author: undefined, team: undefined, country: undefined, tags: undefined };
  const input = { ...note, ...rest, session_id: undefined, force: true, dry_run: false };
  return app.executor.execute(saveObservation, input, { meta: { actor: 'test' } });
}

const setUp = () => new MemoryControl(() => 0);

test('a checkpoint that a node signed is kept for all, and signed again by none', async () => {
  const control = setUp();
  const a = await node(control, 'a');
  await a.save('one');
  const signed = await a.sign();
  expect(signed.size).toBe(1);
  expect(await control.node('b').newestCheckpoint()).toBe(signed.note);
  const b = await node(control, 'b', a.app);
  expect(await b.sign()).toEqual(signed);
  await b.save('two');
  expect((await b.sign()).size).toBe(2);
  expect([...control.checkpoints.values()].map(({ size }) => size)).toEqual([1, 2]);
});

test('an empty log is signed, and the next checkpoint is the first that is kept', async () => {
  const control = setUp();
  const a = await node(control, 'a');
  expect((await a.sign()).size).toBe(0);
  expect(control.checkpoints.size).toBe(0);
  await a.save('one');
  expect((await a.sign()).size).toBe(1);
  expect(control.checkpoints.size).toBe(1);
});

test('a copy that is behind what another node signed signs nothing until it has caught up', async () => {
  const control = setUp();
  const a = await node(control, 'a');
  await a.save('one');
  const b = await node(control, 'b', a.app);
  await a.save('two');
  await a.sign();
  await expect(b.sign()).rejects.toMatchObject({ code: 'not_ready' });
});

test('a copy with another history than the one that was signed is not signed', async () => {
  const control = setUp();
  const a = await node(control, 'a');
  await a.save('one');
  const b = await node(control, 'b', a.app);
  await a.save('two');
  await b.save('another two');
  await a.sign();
  await expect(b.sign()).rejects.toThrow('this key signed a different history before');
  expect(control.checkpoints.size).toBe(1);
});

test('of two nodes with different histories that sign at the same time, one gives out a checkpoint', async () => {
  const control = setUp();
  const a = await node(control, 'a');
  await a.save('one');
  const b = await node(control, 'b', a.app);
  await a.save('two');
  await b.save('another two');
  await b.save('three');
  const outcomes = await Promise.allSettled([a.sign(), b.sign()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(control.checkpoints.size).toBe(1);
});

test('of two nodes with one history that sign at the same time, both give out checkpoints that fit', async () => {
  const control = setUp();
  const a = await node(control, 'a');
  await a.save('one');
  const b = await node(control, 'b', a.app);
  await b.save('two');
  const [first, second] = await Promise.allSettled([a.sign(), b.sign()]);
  expect(second.status === 'fulfilled' && second.value.size).toBe(2);
  // The shorter copy may be too late; it signs nothing then.
  if (first.status === 'rejected') expect(first.reason).toMatchObject({ code: 'not_ready' });
});

test('nothing is signed while the shared log does not answer', async () => {
  const control = setUp();
  const a = await node(control, 'a');
  control.cutOff.add('a');
  await expect(a.sign()).rejects.toMatchObject({ code: 'not_ready' });
  expect(() => readFileSync(join(a.dataDir, 'checkpoint.latest'))).toThrow('ENOENT');
});
