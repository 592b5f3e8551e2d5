import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type App, partsOf } from '../../app/app.js';
import type { Vault } from '../../app/vault.js';
import { CONDITION_CODES } from '../../diagnostics/catalogue.js';
import { HiveStatus } from '../../hive/hiveStatus.js';
import { readUpkeep } from '../../maintenance/upkeep.js';
import { KINDS } from '../../privacy/rule.js';
import { assess } from '../answers/readiness.js';
import { countsIn, each, spreadsIn } from './counts.js';
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
  // Its default of 10 ms would wake an idle process a hundred times a second. What it shows has this time in it.
  collectDefaultMetrics({ register: registry, prefix: PREFIX, eventLoopMonitoringPrecision: 50 });
  const make = makerOf(registry);

  const requests = make.counts('http_requests_total', 'Requests answered.', [
    'method',
    'route',
    'status',
  ]);
  const durations = make.spreads(
    'http_request_duration_seconds',
    'Time from the head of a request to the last byte of its answer.',
    { labelNames: ['method', 'route'] },
  );
  const countsOf = each((route: string) =>
    each((method: string) => ({
      answered: each((status: number) => requests({ method, route, status: String(status) })),
      took: durations({ method, route }),
    })),
  );
  watchCommits(app, make);
  showPositions(make);
  showHive(make);
  const countInterruptions = watchNode(app, make);
  showState(make);

  return {
    async text() {
      const seen = await lookAt(app);
      make.show(seen);
      countInterruptions(seen);
      return registry.metrics();
    },
    countRequest(method, route, status, seconds) {
      const { answered, took } = countsOf(route)(method);
      answered(status).total += 1;
      took.observe(seconds);
      lastHour.count(method, route, status, seconds);
    },
    history: lastHour,
  };
}

type Maker = ReturnType<typeof makerOf>;

/** Makes metrics that belong to a registry. Their names get the prefix of the service. */
function makerOf(registry: Registry) {
  const registers = [registry];
  const gauges: ((seen: Seen) => void)[] = [];
  return {
    counter: (name: string, help: string) => new Counter({ name: PREFIX + name, help, registers }),
    /** A counter of what every request or save does. */
    counts: (name: string, help: string, labelNames: readonly string[]) =>
      countsIn(registry, { name: PREFIX + name, help, labelNames }),
    /** Buckets are those of durations, unless others are given. */
    spreads: (
      name: string,
      help: string,
      {
        labelNames = [],
        buckets = DURATION_BUCKETS,
      }: { readonly labelNames?: readonly string[]; readonly buckets?: readonly number[] } = {},
    ) => spreadsIn(registry, { name: PREFIX + name, help, labelNames }, buckets),
    /** A gauge of what is seen when the metrics are asked for. */
    gauge(name: string, help: string, value: (seen: Seen) => number): void {
      const made = new Gauge({ name: PREFIX + name, help, registers });
      gauges.push((seen) => made.set(value(seen)));
    },
    /** The same with a value for each value of a label. */
    gauges(
      name: string,
      help: string,
      label: string,
      values: (seen: Seen) => Iterable<readonly [string, number]>,
    ): void {
      const made = new Gauge({ name: PREFIX + name, help, labelNames: [label], registers });
      gauges.push((seen) => {
        for (const [of, value] of values(seen)) made.set({ [label]: of }, value);
      });
    },
    /** Sets all gauges. */
    show(seen: Seen): void {
      for (const set of gauges) set(seen);
    },
  };
}

function watchCommits(vault: Vault, make: Maker): void {
  const saves = make.counts(
    'saves_total',
    'Saves of observations: stored, or answered with an observation that was already stored.',
    ['outcome'],
  );
  const append = make.spreads(
    'log_append_seconds',
    'Time to decide a batch of commands and write its events to the log.',
  )({});
  const commit = make.spreads(
    'log_commit_seconds',
    'Time to write a batch to the log, fsync included.',
  )({});
  const size = make.spreads('log_batch_events', 'Events that shared one commit.', {
    buckets: [0, 1, 2, 4, 8, 16, 32, 64, 128, 256],
  })({});
  const redactions = make.counts(
    'redactions_total',
    'Secrets and private blocks that the privacy filter took out of what was stored.',
    ['kind'],
  );
  const stored = saves({ outcome: 'stored' });
  const repeated = saves({ outcome: 'deduplicated' });
  const redacted = each((kind: string) => redactions({ kind }));
  for (const kind of Object.keys(KINDS)) redacted(kind);
  vault.onCommit(({ events }, { deduplicated, commitSeconds, appendSeconds }) => {
    for (const { type, data } of events) {
      if (type === 'observation.saved') stored.total += 1;
      if (!('redactions' in data)) continue;
      for (const { kind, count } of data.redactions) redacted(kind).total += count;
    }
    repeated.total += deduplicated;
    commit.observe(commitSeconds);
    append.observe(appendSeconds);
    size.observe(events.length);
  });
}

/** What the gauges show: one look at the service, so that they fit together. */
type Seen = Awaited<ReturnType<typeof lookAt>>;

async function lookAt(app: App) {
  const { vitals, log, readModels, hive, cluster, reporter, wiper, config, clock } = app;
  const surroundings = await vitals.look();
  const { status } = await assess(partsOf(app));
  const { position: head } = await log.head();
  await readModels.latest();
  const shared = cluster.status();
  return {
    ...surroundings,
    isReady: status === 'ready',
    lasting: new Set(reporter.conditions().map(({ diagnostic }) => diagnostic.code)),
    head,
    progress: readModels.progress(),
    hive: await hive.status(),
    shared: { ...shared, head: Math.max(shared.sharedHead, head) },
    databaseBytes: app.databaseBytes(),
    diskBytes: await diskSize(config.dataDir),
    backupAgeMs: clock() - (readUpkeep(config.dataDir).backedUp?.at ?? Number.NaN),
    isErasurePending: wiper.pending(),
  };
}

const oneIf = (holds: boolean) => (holds ? 1 : 0);

function showPositions({ gauge, gauges }: Maker): void {
  gauge('log_position', 'Position of the last event in the log.', ({ head }) => head);
  const ofEach = (
    name: string,
    help: string,
    value: (of: Seen['progress'][number], head: number) => number,
  ) =>
    gauges(`projection_${name}`, help, 'projection', ({ progress, head }) =>
      progress.map((of) => [of.projection.name, value(of, head)] as const),
    );
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
    ({ stopped }) => oneIf(stopped !== undefined),
  );
  gauges(
    'database_bytes',
    'Size of a database with its write-ahead log.',
    'database',
    ({ databaseBytes }) => Object.entries(databaseBytes),
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

function showHive({ gauge, gauges }: Maker): void {
  for (const [name, help] of Object.entries(OF_HIVE)) {
    // The cast restores what Object.entries loses: the keys are those of OF_HIVE.
    gauge(`hive_${name}`, help, ({ hive }) => hive[name as keyof typeof OF_HIVE]);
  }
  gauges(
    'hive_state',
    '1 for the current state of the exchange with the hive, 0 for the others.',
    'state',
    ({ hive }) => HiveStatus.shape.state.options.map((one) => [one, oneIf(one === hive.state)]),
  );
}

/**
 * What there is to watch where several nodes share a log. A vault with a log of its own has them as well, and is never
 * behind: so one dashboard fits both.
 */
function watchNode({ cluster }: Vault, { gauge, counter, spreads }: Maker): (seen: Seen) => void {
  gauge(
    'shared_log_position',
    'Position of the last event of the shared log that this node knows of.',
    ({ shared }) => shared.head,
  );
  gauge(
    'shared_log_lag_events',
    'Events of the shared log that the copy of this node does not have.',
    ({ shared, head }) => shared.head - head,
  );
  gauge(
    'shared_log_unheard_seconds',
    'For how long this node has not known whether it has all events; it answers no reads beyond VAULT_MAX_LAG.',
    ({ shared }) => shared.unheardMs / 1000,
  );
  gauge(
    'shared_log_forked',
    '1 when this node and the shared log contradict each other, else 0.',
    ({ shared }) => oneIf(shared.isForked),
  );
  const interruptions = counter(
    'shared_log_interruptions_total',
    'Exchanges with the shared log that failed and were tried again.',
  );
  const lockWait = spreads(
    'shared_log_lock_wait_seconds',
    'Time until this node had the end of the shared log for itself, connection included.',
  )({});
  cluster.onLockWait((seconds) => lockWait.observe(seconds));
  return ({ shared }) => {
    // The node counts them itself.
    interruptions.reset();
    interruptions.inc(shared.interruptions);
  };
}

/** What an operator has to act on: whether the service can answer, its disk, its clock, what is pending. */
function showState({ gauge, gauges }: Maker): void {
  gauge('ready', '1 when /readyz answers 200, else 0.', ({ isReady }) => oneIf(isReady));
  gauges('conditions', '1 while the condition with that code lasts, else 0.', 'code', (seen) =>
    CONDITION_CODES.map((code) => [code, oneIf(seen.lasting.has(code))]),
  );
  gauge(
    'disk_free_bytes',
    'Free bytes of the disk of the data directory; NaN when they cannot be told.',
    ({ freeBytes }) => freeBytes ?? Number.NaN,
  );
  gauge(
    'disk_size_bytes',
    'Size in bytes of the disk of the data directory.',
    ({ diskBytes }) => diskBytes ?? Number.NaN,
  );
  gauge(
    'backup_age_seconds',
    'Age of the last backup that memory-vault made and verified; NaN before the first one.',
    ({ backupAgeMs }) => backupAgeMs / 1000,
  );
  gauge(
    'clock_behind_seconds',
    'How far the clock is behind the last event; 0 when it is not.',
    ({ clockBehindMs }) => clockBehindMs / 1000,
  );
  gauge(
    'erasure_pending',
    '1 while a file may still hold a text that was forgotten, else 0.',
    ({ isErasurePending }) => oneIf(isErasurePending),
  );
  gauge(
    'erasure_pending_seconds',
    'For how long the oldest such text may have been in a file.',
    ({ erasurePendingMs }) => erasurePendingMs / 1000,
  );
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
