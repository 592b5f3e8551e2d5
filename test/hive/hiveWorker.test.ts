import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { openApp } from '../../src/app/openApp.js';
import { forgetObservation, saveObservation } from '../../src/commands/observations.js';
import { ulids } from '../../src/domain/ids.js';
import { rulesOf, subjectOf } from '../../src/hive/hive.js';
import { type HiveClient, networkFailure } from '../../src/hive/hiveClient.js';
import { openHiveLedgerFor } from '../../src/hive/hiveLedger.js';
import { hiveWorker } from '../../src/hive/hiveWorker.js';
import { alwaysOurs } from '../../src/hive/turn.js';
import type { PushedItem } from '../../src/hive/wire.js';
import { runs } from '../support/depth.js';
import { eventually } from '../support/eventually.js';
import { settingsFor } from '../support/hub.js';
import { plainFilter } from '../support/plainFilter.js';
import { testClock, testConfig } from '../support/testApp.js';

/** A hub in memory with the rule of the real one: the newest message wins. */
function memoryHub() {
  const notes = new Map<string, { position: number; title: string | undefined }>();
  return {
    take(items: readonly PushedItem[]) {
      for (const { id, position, note } of items) {
        if ((notes.get(id)?.position ?? 0) < position)
          notes.set(id, { position, title: note?.title });
      }
    },
    titles: () => [...notes.values()].flatMap(({ title }) => title ?? []).sort(),
  };
}

/** A vault whose worker runs on a simulated clock and uses a client from the test. */
async function workingVault(client: HiveClient) {
  const app = await openApp(testConfig(), {
    clock: testClock(),
    ids: ulids(),
    filter: plainFilter,
  });
  const settings = settingsFor('http://hub.example');
  const file = join(app.config.dataDir, 'hive.db');
  const ledger = await openHiveLedgerFor({ file, log: app.log, ...subjectOf(settings) });
  const clock = new SimulatedClock();
  const worker = hiveWorker({
    turn: alwaysOurs,
    log: app.log,
    ledger,
    client,
    clock,
    interval: settings.interval,
    rules: rulesOf(settings, app.log, plainFilter),
    now: () => clock.now(),
    random: () => 0.5,
    onError(error) {
      throw error;
    },
  });
  app.log.onGrown(worker.nudge);
  const asked = { meta: { actor: 'test' } };
  return {
    app,
    worker,
    clock,
    save: async (title: string) => {
      const note = { title, content: '-', type: 'decision' as const, project: undefined };
      const rest = { author: undefined, team: undefined, country: undefined, tags: undefined };
      const input = { ...note, ...rest, session_id: undefined, force: true, dry_run: false };
      return (await app.executor.execute(saveObservation, input, asked)).key;
    },
    forget: async (id: string) =>
      void (await app.executor.execute(forgetObservation, { id }, asked)),
    async close() {
      await worker.close();
      await app.close();
    },
  };
}

property.prop(
  [
    fc.scheduler(),
    fc.array(fc.constantFrom('arrives', 'is lost', 'loses its answer'), { maxLength: 4 }),
    fc.array(fc.constantFrom('save', 'forget', 'time'), { minLength: 1, maxLength: 8 }),
  ],
  { numRuns: runs(8, 25) },
)(
  'after any race of saves, forgettings, losses and timers, the hub holds the notes of the vault',
  async (scheduler, fates, happenings) => {
    const hub = memoryHub();
    const left = [...fates];
    const arrive = scheduler.scheduleFunction(async (items: readonly PushedItem[]) => {
      const fate = left.shift() ?? 'arrives';
      if (fate !== 'is lost') hub.take(items);
      return fate;
    });
    const client: HiveClient = {
      health: scheduler.scheduleFunction(async () => {}),
      async push(items) {
        const fate = await arrive(items);
        if (fate !== 'arrives') throw networkFailure(new Error(fate));
        return { accepted: items.length, skipped: [], rejected: [] };
      },
      search: async () => [],
    };
    const { worker, clock, save, forget, close } = await workingVault(client);
    const kept: { id: string; title: string }[] = [];
    let count = 0;
    /** Commits wait for a turn of the event loop, which the scheduler does not control. */
    const settled = async () => {
      for (let i = 0; i < 10; i++) {
        await scheduler.waitIdle();
        await turns();
      }
    };
    worker.start();
    const happen = {
      async save() {
        count += 1;
        const title = `note ${count}`;
        kept.push({ id: await save(title), title });
      },
      async forget() {
        const note = kept.shift();
        if (note) await forget(note.id);
      },
      async time() {
        clock.increment(45_000);
      },
    };
    scheduler.scheduleSequence(happenings.map((name) => happen[name]));
    await settled();
    // Everything that was lost is tried again until it succeeds.
    for (let i = 0; i < 40 && !(await isDone(worker)); i++) {
      clock.increment(6 * 3_600_000);
      await settled();
    }
    expect(await worker.status()).toMatchObject({ state: 'healthy', pending: 0 });
    expect(hub.titles()).toEqual(kept.map(({ title }) => title).sort());
    await close();
  },
);

test('a stop waits for the answer to the current batch and starts no other', async () => {
  let pushes = 0;
  const { promise: arrived, resolve: arrive } = deferred();
  const { promise: answered, resolve: answer } = deferred();
  const client: HiveClient = {
    health: async () => {},
    async push(items) {
      pushes += 1;
      arrive();
      await answered;
      return { accepted: items.length, skipped: [], rejected: [] };
    },
    search: async () => [],
  };
  const { app, worker, clock, save } = await workingVault(client);
  for (let i = 0; i < 101; i++) await save(`note ${i}`);
  worker.start();
  clock.increment(1000);
  await arrived;
  const closing = worker.close();
  answer();
  await closing;
  expect(pushes).toBe(1);
  await app.close();
});

test('a stop does not wait for a hub that does not answer', async () => {
  const { promise: arrived, resolve: arrive } = deferred();
  const client: HiveClient = {
    health: async () => {},
    push: (_items, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(networkFailure(signal.reason)));
        arrive();
      }),
    search: async () => [],
  };
  const { worker, clock, save, close } = await workingVault(client);
  await save('note');
  worker.start();
  clock.increment(1000);
  await arrived;
  await expect(close()).resolves.toBeUndefined();
});

test('healthy means that the hub has answered, also when there is nothing to push', async () => {
  let calls = 0;
  const client: HiveClient = {
    async health() {
      calls += 1;
      throw networkFailure(new TypeError('fetch failed', { cause: refused() }));
    },
    push: async () => expect.fail('there is nothing to push'),
    search: async () => [],
  };
  const { worker, clock, close } = await workingVault(client);
  worker.start();
  clock.increment(1000);
  await eventually('the hub had been asked', async () =>
    expect(await worker.status()).toMatchObject({
      state: 'backoff',
      consecutive_failures: 1,
      last_error: 'ECONNREFUSED',
      reason: expect.stringContaining('cannot be reached'),
      retry_at: '1970-01-01T00:00:31Z',
    }),
  );
  expect(calls).toBe(1);
  await close();
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const refused = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

async function isDone(worker: { status(): Promise<{ state: string; pending: number }> }) {
  const { state, pending } = await worker.status();
  return state === 'healthy' && pending === 0;
}

/** Lets all pending promises and turns of the event loop run. */
async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}
