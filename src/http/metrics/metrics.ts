import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../../app/app.js';
import { KINDS } from '../../domain/privacy/kinds.js';
import { DURATION_BUCKETS } from './durationBuckets.js';
import { type History, history } from './history.js';
import { watchHive } from './hiveMetrics.js';
import { watchNode } from './nodeMetrics.js';
import { watchState } from './stateMetrics.js';

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
