import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { hiveTurn } from '../../src/cluster/hiveTurn.js';
import { lease } from '../../src/cluster/sharedControl.js';
import { pauseProject, resumeProject } from '../../src/commands/hive.js';
import { forgetObservation, saveObservation } from '../../src/commands/observations.js';
import { ulids } from '../../src/domain/ids.js';
import { rulesOf, subjectOf } from '../../src/hive/hive.js';
import { type HiveClient, networkFailure } from '../../src/hive/hiveClient.js';
import { hiveLedger, openHiveLedgerFor } from '../../src/hive/hiveLedger.js';
import { hiveWorker } from '../../src/hive/hiveWorker.js';
import type { PushedItem } from '../../src/hive/wire.js';
import type { EventLog } from '../../src/log/eventLog.js';
import { openSqlite } from '../../src/sqlite/sqlite.js';
import { settingsFor } from '../support/hub.js';
import { MemoryControl } from '../support/memoryControl.js';
import { plainFilter } from '../support/plainFilter.js';
import { testApp, testClock } from '../support/testApp.js';

const LEASE_MS = 30_000;
const SETTINGS = settingsFor('http://hub.example');
const ASKED = { meta: { actor: 'test' } };

/** One log, the nodes that have it, and a hub that keeps what each of them sent. */
async function cluster() {
  const app = await testApp({}, { clock: testClock(), ids: ulids(), filter: plainFilter });
  const clock = new SimulatedClock();
  const control = new MemoryControl(() => clock.now());
  const sent: { readonly by: string; readonly item: PushedItem }[] = [];
  /** Ends a push before it is answered, where a test sets it. */
  const faults: { hang?: boolean } = {};

  async function node(name: string, log: EventLog = app.log) {
    const file = join(app.config.dataDir, `${name}.db`);
    const ledger = await openHiveLedgerFor({ file, log, ...subjectOf(SETTINGS) });
    const client: HiveClient = {
      health: async () => {},
      async push(items, signal) {
        for (const item of items) sent.push({ by: name, item });
        if (faults.hang) {
          await new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(networkFailure(signal.reason)));
          });
        }
        return { accepted: items.length, skipped: [], rejected: [] };
      },
      search: async () => [],
    };
    const held = lease(control.node(name), 'hive', LEASE_MS, () => clock.now());
    const worker = hiveWorker({
      log,
      ledger,
      client,
      clock,
      interval: SETTINGS.interval,
      turn: hiveTurn({ lease: held, ledger, log }),
      rules: rulesOf(SETTINGS, log, plainFilter),
      now: () => clock.now(),
      random: () => 0.5,
      onError(error) {
        throw error;
      },
    });
    log.onGrown(worker.nudge);
    let isOpen = true;
    const end = async () => {
      if (isOpen) await worker.close();
      isOpen = false;
    };
    onTestFinished(end);
    return { ...worker, ledger, end };
  }

  /** Lets time pass in steps in which everybody has a turn. */
  async function pass(ms: number) {
    for (let left = ms; left > 0; left -= 1000) {
      clock.increment(Math.min(left, 1000));
      await turns();
    }
  }

  return {
    app,
    control,
    sent,
    faults,
    node,
    pass,
    by: (name: string) => sent.filter(({ by }) => by === name).map(({ item }) => item),
    titles: () => sent.map(({ item }) => item.note?.title ?? null),
    async save(title: string, project?: string) {
      const note = { title, content: '-', type: 'decision' as const, project };
      const rest = { author: undefined, team: undefined, country: undefined, tags: undefined };
      const input = { ...note, ...rest, session_id: undefined, force: true, dry_run: false };
      return (await app.executor.execute(saveObservation, input, ASKED)).key;
    },
    forget: (id: string) => app.executor.execute(forgetObservation, { id }, ASKED),
    pause: (project: string) => app.executor.execute(pauseProject, { project }, ASKED),
    resume: (project: string) => app.executor.execute(resumeProject, { project }, ASKED),
  };
}

/** What a hub with the rule of the real one holds after all that was sent: the newest message about a note wins. */
function heldAfter(sent: readonly { readonly item: PushedItem }[]): readonly string[] {
  const notes = new Map<string, PushedItem>();
  for (const { item } of sent) {
    if ((notes.get(item.id)?.position ?? 0) < item.position) notes.set(item.id, item);
  }
  return [...notes.values()].flatMap(({ note }) => note?.title ?? []).sort();
}

async function turns(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
}

test('of two nodes one pushes, and the other one shows how far the hub is', async () => {
  const { node, pass, save, sent, by, titles } = await cluster();
  const [a, b] = [await node('a'), await node('b')];
  a.start();
  await turns();
  b.start();
  for (const title of ['one', 'two', 'three']) {
    await save(title);
    await pass(60_000);
  }
  expect(titles()).toEqual(['one', 'two', 'three']);
  expect(by('a')).toHaveLength(sent.length);
  const shown = { pending: 0, pushed_total: 3, refused: 0, last_error: null };
  expect(await a.status()).toMatchObject({ ...shown, state: 'healthy', reason: null });
  expect(await b.status()).toMatchObject({
    ...shown,
    state: 'standby',
    reason: expect.stringContaining('another node pushes'),
    consecutive_failures: 0,
  });
});

test('a node that takes over pushes what is new, and nothing that the last one pushed', async () => {
  const { node, pass, save, titles, by } = await cluster();
  const [a, b] = [await node('a'), await node('b')];
  a.start();
  await save('one');
  await pass(5000);
  b.start();
  await a.end();
  await save('two');
  await pass(LEASE_MS + 15_000);
  expect(by('b')).toHaveLength(1);
  expect(titles()).toEqual(['one', 'two']);
  expect(await b.status()).toMatchObject({ state: 'healthy', pushed_total: 2 });
});

test('after a node died within a push, the next one sends that batch again and no other', async () => {
  const { node, pass, save, by, control, faults } = await cluster();
  const [a, b] = [await node('a'), await node('b')];
  a.start();
  await save('one');
  await pass(5000);
  faults.hang = true;
  await save('two');
  await pass(5000);
  expect(by('a')).toHaveLength(2);
  control.cutOff.add('a');
  faults.hang = false;
  b.start();
  await pass(LEASE_MS + 15_000);
  expect(by('b').map(({ note }) => note?.title)).toEqual(['two']);
});

test('a node that loses the lease stops at once, records nothing of that push, and follows', async () => {
  const { node, pass, save, by, control, faults } = await cluster();
  const [a, b] = [await node('a'), await node('b')];
  a.start();
  await pass(5000);
  faults.hang = true;
  await save('one');
  await pass(2000);
  expect(await a.status()).toMatchObject({ state: 'pushing' });
  control.cutOff.add('a');
  // It was renewed when the push began, and is asked for again after a third of its time, every third of its time.
  await pass((2 * LEASE_MS) / 3);
  expect(await a.status()).toMatchObject({ state: 'standby', pushed_total: 0 });
  faults.hang = false;
  b.start();
  await pass(LEASE_MS + 15_000);
  control.cutOff.clear();
  await pass(LEASE_MS);
  await save('two');
  await pass(10_000);
  expect(by('a')).toHaveLength(1);
  expect(by('b')).toHaveLength(2);
  expect(await a.status()).toMatchObject({ state: 'standby', pushed_total: 2, pending: 0 });
});

test('a node whose lease another one took sends nothing more, before it has noticed otherwise', async () => {
  const { node, pass, save, by, control } = await cluster();
  const a = await node('a');
  a.start();
  await pass(5000);
  await control.node('a').leaveAll();
  await control.node('b').hold('hive', LEASE_MS);
  await save('one');
  await pass(3000);
  expect(by('a')).toEqual([]);
  expect(await a.status()).toMatchObject({ state: 'standby' });
});

test('notes that were withheld on one node are pushed by another one after a resume', async () => {
  const { node, pass, save, pause, resume, titles, by } = await cluster();
  const [a, b] = [await node('a'), await node('b')];
  a.start();
  await pause('checkout');
  await save('withheld', 'checkout');
  await save('other', 'search');
  await pass(5000);
  expect(titles()).toEqual(['other']);
  await a.end();
  b.start();
  await pass(LEASE_MS + 15_000);
  expect(by('b')).toEqual([]);
  await resume('checkout');
  await pass(10_000);
  expect(by('b').map(({ note }) => note?.title)).toContain('withheld');
});

test('a note that one node pushed and that is forgotten later is retracted by another one', async () => {
  const { node, pass, save, forget, by } = await cluster();
  const [a, b] = [await node('a'), await node('b')];
  a.start();
  const id = await save('one');
  await pass(5000);
  await a.end();
  b.start();
  await pass(LEASE_MS + 15_000);
  await forget(id);
  // What nobody pushed needs no retraction.
  await forget(await save('two'));
  await pass(5000);
  expect(by('b')).toMatchObject([{ id, note: null }]);
});

test('a note that was on its way when its node died is retracted by another one', async () => {
  const { node, pass, save, forget, by, control, faults } = await cluster();
  const [a, b] = [await node('a'), await node('b')];
  a.start();
  await pass(5000);
  faults.hang = true;
  const id = await save('one');
  await pass(2000);
  control.cutOff.add('a');
  faults.hang = false;
  await forget(id);
  b.start();
  await pass(LEASE_MS + 15_000);
  expect(by('b')).toMatchObject([{ id, note: null }]);
});

test('a node whose log is behind what was pushed waits with its turn until it has caught up', async () => {
  const { node, pass, save, app, by } = await cluster();
  const a = await node('a');
  a.start();
  await save('one');
  await pass(5000);
  await a.end();
  let isBehind = true;
  const log: EventLog = {
    ...app.log,
    hashAt: async (position) => (isBehind ? undefined : app.log.hashAt(position)),
    head: async () => (isBehind ? { position: 0, hash: Buffer.alloc(32) } : app.log.head()),
    readAfter: async (position, limit) => (isBehind ? [] : app.log.readAfter(position, limit)),
  };
  const b = await node('b', log);
  b.start();
  await pass(LEASE_MS + 15_000);
  expect(by('b')).toEqual([]);
  expect(await b.status()).toMatchObject({
    state: 'standby',
    reason: expect.stringContaining('its log has to catch up'),
  });
  isBehind = false;
  await save('two');
  await pass(LEASE_MS);
  expect(by('b').map(({ note }) => note?.title)).toEqual(['two']);
});

test('what was left about another history is not believed: the log is pushed from its beginning', async () => {
  const { node, pass, save, app, by, control } = await cluster();
  const a = await node('a');
  a.start();
  await save('one');
  await pass(5000);
  await a.end();
  const kept = control.leases.get('hive');
  const { hash } = await app.log.head();
  if (kept) kept.state = kept.state?.replace(hash.toString('hex'), 'ab'.repeat(32));
  const b = await node('b');
  b.start();
  await pass(LEASE_MS + 15_000);
  expect(by('b').map(({ note }) => note?.title)).toEqual(['one']);
});

test('what was left about another hub, or in another form, does not count', async () => {
  const { node, pass, save, by, control } = await cluster();
  await save('one');
  for (const state of ['{}', 'no JSON', JSON.stringify({ hub: 'another' })]) {
    await control.node('a').hold('hive', LEASE_MS);
    await control.node('a').leave('hive', state);
    await control.node('a').leaveAll();
    const b = await node(`b${state.length}`);
    b.start();
    await pass(5000);
    expect(by(`b${state.length}`)).toHaveLength(1);
    await b.end();
    await control.node(`b${state.length}`).leaveAll();
  }
});

test('a ledger of an earlier release is taken over, and knows of no other node', async () => {
  const { app } = await cluster();
  const file = join(app.config.dataDir, 'earlier.db');
  const about = { file, log: app.log, ...subjectOf(SETTINGS) };
  (await openHiveLedgerFor(about)).close();
  const sql = openSqlite(file, 'FULL');
  sql.db.exec('ALTER TABLE ledger DROP COLUMN elsewhere');
  expect(hiveLedger(sql).state().elsewhere).toBe(0);
  sql.db.close();
  const ledger = await openHiveLedgerFor(about);
  ledger.adopt({ ...ledger.share(), reach: 7 });
  expect(ledger.state().elsewhere).toBe(7);
  ledger.close();
});

const STEPS = [
  'save',
  'save paused',
  'forget',
  'pause',
  'resume',
  'cut a',
  'cut b',
  'mend',
  'time',
];

property.prop([fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 16 })], {
  numRuns: 8,
})(
  'after any order of saves, forgettings, pauses and cuts, the hub holds the notes of the vault',
  async (steps) => {
    const { node, pass, save, forget, pause, resume, sent, control } = await cluster();
    const [a, b] = [await node('a'), await node('b')];
    a.start();
    b.start();
    const kept: { readonly id: string; readonly title: string }[] = [];
    const keep = async (project: string) => {
      const title = `note ${kept.length} of ${project}`;
      kept.push({ id: await save(title, project), title });
    };
    const happen: Record<string, () => unknown> = {
      save: () => keep('search'),
      'save paused': () => keep('checkout'),
      forget: async () => {
        const note = kept.shift();
        if (note) await forget(note.id);
      },
      pause: () => pause('checkout'),
      resume: () => resume('checkout'),
      'cut a': () => control.cutOff.add('a'),
      'cut b': () => control.cutOff.add('b'),
      mend: () => control.cutOff.clear(),
      time: () => pass(LEASE_MS),
    };
    for (const step of steps) {
      await happen[step]?.();
      await pass(2000);
    }
    control.cutOff.clear();
    await resume('checkout');
    await pass(3 * LEASE_MS);
    expect(heldAfter(sent)).toEqual(kept.map(({ title }) => title).sort());
    const states = [(await a.status()).state, (await b.status()).state].sort();
    expect(states).toEqual(['healthy', 'standby']);
    await a.end();
    await b.end();
  },
);
