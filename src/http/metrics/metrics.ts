import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type App, partsOf } from '../../app/app.js';
import type { Upkeep } from '../../app/upkeep.js';
import type { Vault } from '../../app/vault.js';
import { CONDITION_CODES } from '../../diagnostics/catalogue.js';
import { HiveStatus } from '../../hive/hiveStatus.js';
import { KINDS } from '../../privacy/rule.js';
import { assess } from '../answers/readiness.js';
import { DURATION_BUCKETS, type History, history } from './history.js';

const PREFIX = 'memory_vault_';

export interface Metrics {
  /** Prometheus text format. */
  text(): Promise<string>;
  countRequest(method: string, route: string, status: number, seconds: number): void;
  /** What was counted over the last hour. */
  readonly history: History;
}

/** The metrics of the service. Labels are route templates and statuses, never texts from requests. */
export function metrics(app: App, lastHour: History = history(app.clock)): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  const make = makerOf(registry);

  const requests = make.counter('http_requests_total', 'Requests answered.', [
    'method',
    'route',
    'status',
  ]);
  const durations = make.histogram(
    'http_request_duration_seconds',
    'Time from the head of a request to the last byte of its answer.',
    { labelNames: ['method', 'route'] },
  );
  watchCommits(app, make);
  watchPositions(app, make);
  watchHive(app, make);
  watchNode(app, make);
  const lookAtState = watchState(app, make);

  return {
    async text() {
      await lookAtState();
      return registry.metrics();
    },
    countRequest(method, route, status, seconds) {
      requests.inc({ method, route, status: String(status) });
      durations.observe({ method, route }, seconds);
      lastHour.count(method, route, status, seconds);
    },
    history: lastHour,
  };
}

type Maker = ReturnType<typeof makerOf>;

/** Makes metrics that belong to a registry. Their names get the prefix of the service. */
function makerOf(registry: Registry) {
  const registers = [registry];
  return {
    counter: (name: string, help: string, labelNames: readonly string[] = []) =>
      new Counter({ name: PREFIX + name, help, labelNames, registers }),
    /** A counter that is read where something is counted, when the metrics are requested. */
    counting: (name: string, help: string, read: () => number) =>
      new Counter({
        name: PREFIX + name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
    /** Buckets are those of durations, unless others are given. */
    histogram: (
      name: string,
      help: string,
      {
        labelNames = [],
        buckets = DURATION_BUCKETS,
      }: { readonly labelNames?: readonly string[]; readonly buckets?: readonly number[] } = {},
    ) => new Histogram({ name: PREFIX + name, help, labelNames, buckets: [...buckets], registers }),
    /** A gauge that somebody sets. */
    gauge: (name: string, help: string, labelNames: readonly string[] = []) =>
      new Gauge({ name: PREFIX + name, help, labelNames, registers }),
    /** A gauge whose value is read when the metrics are requested. */
    reading: (name: string, help: string, read: () => number | Promise<number>) =>
      new Gauge({
        name: PREFIX + name,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      }),
    /** The same with a value for each value of a label. */
    readings: (
      name: string,
      help: string,
      label: string,
      read: () => Promise<Iterable<readonly [string, number]>>,
    ) =>
      new Gauge({
        name: PREFIX + name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          for (const [value, number] of await read()) this.set({ [label]: value }, number);
        },
      }),
  };
}

function watchCommits(vault: Vault, make: Maker): void {
  const saves = make.counter(
    'saves_total',
    'Saves of observations: stored, or answered with an observation that was already stored.',
    ['outcome'],
  );
  const append = make.histogram(
    'log_append_seconds',
    'Time to decide a batch of commands and write its events to the log.',
  );
  const commit = make.histogram(
    'log_commit_seconds',
    'Time to write a batch to the log, fsync included.',
  );
  const size = make.histogram('log_batch_events', 'Events that shared one commit.', {
    buckets: [0, 1, 2, 4, 8, 16, 32, 64, 128, 256],
  });
  const redactions = make.counter(
    'redactions_total',
    'Secrets and private blocks that the privacy filter took out of what was stored.',
    ['kind'],
  );
  for (const outcome of ['stored', 'deduplicated']) saves.inc({ outcome }, 0);
  for (const kind of Object.keys(KINDS)) redactions.inc({ kind }, 0);
  vault.onCommit(({ events }, { deduplicated, commitSeconds, appendSeconds }) => {
    const stored = events.filter(({ type }) => type === 'observation.saved');
    saves.inc({ outcome: 'stored' }, stored.length);
    saves.inc({ outcome: 'deduplicated' }, deduplicated);
    for (const { data } of events) {
      if (!('redactions' in data)) continue;
      for (const { kind, count } of data.redactions) redactions.inc({ kind }, count);
    }
    commit.observe(commitSeconds);
    append.observe(appendSeconds);
    size.observe(events.length);
  });
}

type Progress = ReturnType<Vault['readModels']['progress']>[number];

function watchPositions(app: Vault & Upkeep, make: Maker): void {
  make.reading(
    'log_position',
    'Position of the last event in the log.',
    async () => (await app.log.head()).position,
  );
  const ofEach = (name: string, help: string, value: (of: Progress, head: number) => number) =>
    make.readings(`projection_${name}`, help, 'projection', async () => {
      const { position: head } = await app.log.head();
      await app.readModels.latest();
      return app.readModels.progress().map((of) => [of.projection.name, value(of, head)] as const);
    });
  ofEach(
    'position',
    'Position of the last event that a projection has applied.',
    ({ position }) => position,
  );
  ofEach('lag_events', 'Events that a projection has not applied yet.', ({ position }, head) =>
    Math.max(0, head - position),
  );
  ofEach(
    'stopped',
    '1 when a projection stopped at an event that it could not apply, else 0.',
    ({ stopped }) => (stopped ? 1 : 0),
  );
  make.readings(
    'database_bytes',
    'Size of a database with its write-ahead log.',
    'database',
    async () => Object.entries(app.databaseBytes()),
  );
}

/** Numbers in the status of the hive. */
const OF_HIVE = {
  pending: 'Events that the hive worker has not looked at yet.',
  pushed_total: 'Items that the hub has acknowledged.',
  refused: 'Observations that the hub refused.',
  lag_seconds: 'Age in seconds of the oldest event that the hive worker has not looked at yet.',
  consecutive_failures: 'Pushes that failed in a row.',
} as const;

function watchHive({ hive }: Vault, make: Maker): void {
  for (const [name, help] of Object.entries(OF_HIVE)) {
    // The cast restores what Object.entries loses: the keys are those of OF_HIVE.
    const key = name as keyof typeof OF_HIVE;
    make.reading(`hive_${name}`, help, async () => (await hive.status())[key]);
  }
  make.readings(
    'hive_state',
    '1 for the current state of the exchange with the hive, 0 for the others.',
    'state',
    async () => {
      const { state: now } = await hive.status();
      return HiveStatus.shape.state.options.map((state) => [state, state === now ? 1 : 0]);
    },
  );
}

/**
 * What there is to watch where several nodes share a log. A vault with a log of its own has them as well, and is never
 * behind: so one dashboard fits both.
 */
function watchNode({ cluster, log }: Vault, make: Maker): void {
  const head = async () => Math.max(cluster.status().sharedHead, (await log.head()).position);
  make.reading(
    'shared_log_position',
    'Position of the last event of the shared log that this node knows of.',
    head,
  );
  make.reading(
    'shared_log_lag_events',
    'Events of the shared log that the copy of this node does not have.',
    async () => (await head()) - (await log.head()).position,
  );
  make.reading(
    'shared_log_unheard_seconds',
    'For how long this node has not known whether it has all events; it answers no reads beyond VAULT_MAX_LAG.',
    () => cluster.status().unheardMs / 1000,
  );
  make.reading(
    'shared_log_forked',
    '1 when this node and the shared log contradict each other, else 0.',
    () => (cluster.status().isForked ? 1 : 0),
  );
  make.counting(
    'shared_log_interruptions_total',
    'Exchanges with the shared log that failed and were tried again.',
    () => cluster.status().interruptions,
  );
  const lockWait = make.histogram(
    'shared_log_lock_wait_seconds',
    'Time until this node had the end of the shared log for itself, connection included.',
  );
  cluster.onLockWait((seconds) => lockWait.observe(seconds));
}

/**
 * Gauges of what an operator has to act on: whether the service can answer, its disk, its clock, what is pending. The
 * function that is returned looks once and sets all of them. To be called before they are read.
 */
function watchState(app: App, make: Maker): () => Promise<void> {
  const ready = make.gauge('ready', '1 when /readyz answers 200, else 0.');
  const conditions = make.gauge(
    'conditions',
    '1 while the condition with that code lasts, else 0.',
    ['code'],
  );
  const free = make.gauge(
    'disk_free_bytes',
    'Free bytes of the disk of the data directory; NaN when they cannot be told.',
  );
  const size = make.gauge('disk_size_bytes', 'Size in bytes of the disk of the data directory.');
  const behind = make.gauge(
    'clock_behind_seconds',
    'How far the clock is behind the last event; 0 when it is not.',
  );
  const pending = make.gauge(
    'erasure_pending',
    '1 while a file may still hold a text that was forgotten, else 0.',
  );
  const pendingFor = make.gauge(
    'erasure_pending_seconds',
    'For how long the oldest such text may have been in a file.',
  );

  return async () => {
    const { freeBytes, clockBehindMs, erasurePendingMs } = await app.vitals.look();
    const { status } = await assess(partsOf(app));
    ready.set(status === 'ready' ? 1 : 0);
    const lasting = new Set(app.reporter.conditions().map(({ diagnostic }) => diagnostic.code));
    for (const code of CONDITION_CODES) conditions.set({ code }, lasting.has(code) ? 1 : 0);
    free.set(freeBytes ?? Number.NaN);
    size.set((await diskSize(app.config.dataDir)) ?? Number.NaN);
    behind.set(clockBehindMs / 1000);
    pending.set(app.wiper.pending() ? 1 : 0);
    pendingFor.set(erasurePendingMs / 1000);
  };
}

/** Bytes of the disk of a directory; undefined without that directory: then a vault has no disk. */
export async function diskSize(directory: string): Promise<number | undefined> {
  try {
    const { blocks, bsize } = await statfs(directory);
    return blocks * bsize;
  } catch {
    return undefined;
  }
}
