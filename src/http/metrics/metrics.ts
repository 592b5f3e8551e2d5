import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../../app/app.js';
import { CONDITION_CODES } from '../../diagnostics/catalogue.js';
import { KINDS } from '../../domain/privacy/rule.js';
import { HiveStatus } from '../../hive/hiveStatus.js';
import { assess } from '../answers/readiness.js';
import { DURATION_BUCKETS, type History, history } from './history.js';
import { watchNode } from './nodeMetrics.js';

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
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: PREFIX });

  const requests = new Counter({
    name: `${PREFIX}http_requests_total`,
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'Time from the head of a request to the last byte of its answer.',
    labelNames: ['method', 'route'],
    buckets: [...DURATION_BUCKETS],
    registers,
  });
  watchCommits(app, registers);
  watchPositions(app, registers);
  watchHive(app, registers);
  watchNode(app, registers);
  const lookAtState = watchState(app, registers);

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

function watchCommits(app: App, registers: Registry[]): void {
  const saves = new Counter({
    name: `${PREFIX}saves_total`,
    help: 'Saves of observations: stored, or answered with an observation that was already stored.',
    labelNames: ['outcome'],
    registers,
  });
  const append = new Histogram({
    name: `${PREFIX}log_append_seconds`,
    help: 'Time to decide a batch of commands and write its events to the log.',
    buckets: [...DURATION_BUCKETS],
    registers,
  });
  const commit = new Histogram({
    name: `${PREFIX}log_commit_seconds`,
    help: 'Time to write a batch to the log, fsync included.',
    buckets: [...DURATION_BUCKETS],
    registers,
  });
  const size = new Histogram({
    name: `${PREFIX}log_batch_events`,
    help: 'Events that shared one commit.',
    buckets: [0, 1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const redactions = new Counter({
    name: `${PREFIX}redactions_total`,
    help: 'Secrets and private blocks that the privacy filter took out of what was stored.',
    labelNames: ['kind'],
    registers,
  });
  for (const outcome of ['stored', 'deduplicated']) saves.inc({ outcome }, 0);
  for (const kind of Object.keys(KINDS)) redactions.inc({ kind }, 0);
  app.onCommit(({ events }, { deduplicated, commitSeconds, appendSeconds }) => {
    saves.inc(
      { outcome: 'stored' },
      events.filter(({ type }) => type === 'observation.saved').length,
    );
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

type Progress = ReturnType<App['readModels']['progress']>[number];

/** Gauges whose values are read when the metrics are requested. */
function watchPositions(app: App, registers: Registry[]): void {
  new Gauge({
    name: `${PREFIX}log_position`,
    help: 'Position of the last event in the log.',
    registers,
    async collect() {
      this.set((await app.log.head()).position);
    },
  });
  const gaugeOfProjections = (
    name: string,
    help: string,
    value: (progress: Progress, head: number) => number,
  ) =>
    new Gauge({
      name: `${PREFIX}projection_${name}`,
      help,
      labelNames: ['projection'],
      registers,
      async collect() {
        const { position: head } = await app.log.head();
        await app.readModels.latest();
        for (const progress of app.readModels.progress()) {
          this.set({ projection: progress.projection.name }, value(progress, head));
        }
      },
    });
  gaugeOfProjections(
    'position',
    'Position of the last event that a projection has applied.',
    ({ position }) => position,
  );
  gaugeOfProjections(
    'lag_events',
    'Events that a projection has not applied yet.',
    ({ position }, head) => Math.max(0, head - position),
  );
  gaugeOfProjections(
    'stopped',
    '1 when a projection stopped at an event that it could not apply, else 0.',
    ({ stopped }) => (stopped ? 1 : 0),
  );
  new Gauge({
    name: `${PREFIX}database_bytes`,
    help: 'Size of a database with its write-ahead log.',
    labelNames: ['database'],
    registers,
    collect() {
      for (const [database, bytes] of Object.entries(app.databaseBytes())) {
        this.set({ database }, bytes);
      }
    },
  });
}

const STATE_PREFIX = 'memory_vault_';

/**
 * Gauges of what an operator has to act on: whether the service can answer, its disk, its clock, what is pending. The
 * function that is returned looks once and sets all of them. To be called before they are read.
 */
function watchState(app: App, registers: Registry[]): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: STATE_PREFIX + name, help, registers });
  const ready = gauge('ready', '1 when /readyz answers 200, else 0.');
  const conditions = new Gauge({
    name: `${STATE_PREFIX}conditions`,
    help: '1 while the condition with that code lasts, else 0.',
    labelNames: ['code'],
    registers,
  });
  const free = gauge(
    'disk_free_bytes',
    'Free bytes of the disk of the data directory; NaN when they cannot be told.',
  );
  const size = gauge('disk_size_bytes', 'Size in bytes of the disk of the data directory.');
  const behind = gauge(
    'clock_behind_seconds',
    'How far the clock is behind the last event; 0 when it is not.',
  );
  const pending = gauge(
    'erasure_pending',
    '1 while a file may still hold a text that was forgotten, else 0.',
  );
  const pendingFor = gauge(
    'erasure_pending_seconds',
    'For how long the oldest such text may have been in a file.',
  );

  return async () => {
    const { freeBytes, clockBehindMs, erasurePendingMs } = await app.vitals.look();
    const { status } = await assess(app);
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

const HIVE_PREFIX = 'memory_vault_hive_';

const HIVE_NUMBERS = {
  pending: 'Events that the hive worker has not looked at yet.',
  pushed_total: 'Items that the hub has acknowledged.',
  refused: 'Observations that the hub refused.',
  lag_seconds: 'Age in seconds of the oldest event that the hive worker has not looked at yet.',
  consecutive_failures: 'Pushes that failed in a row.',
} as const;

/** Gauges of the exchange with the hive. Their values are read when the metrics are requested. */
function watchHive(app: App, registers: Registry[]): void {
  for (const [name, help] of Object.entries(HIVE_NUMBERS)) {
    new Gauge({
      name: HIVE_PREFIX + name,
      help,
      registers,
      async collect() {
        // The cast restores what Object.entries loses: the keys are those of NUMBERS.
        this.set((await app.hive.status())[name as keyof typeof HIVE_NUMBERS]);
      },
    });
  }
  new Gauge({
    name: `${HIVE_PREFIX}state`,
    help: '1 for the current state of the exchange with the hive, 0 for the others.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { state: now } = await app.hive.status();
      for (const state of HiveStatus.shape.state.options)
        this.set({ state }, state === now ? 1 : 0);
    },
  });
}
