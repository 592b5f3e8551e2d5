import { uptime } from 'node:os';
import { alone, type Cluster } from '../cluster/cluster.js';
import type { Config } from '../config/config.js';
import { dataFiles } from '../config/dataFiles.js';
import { REFUSING_CODES } from '../diagnostics/catalogue.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Reporter } from '../diagnostics/reporter.js';
import type { Clock } from '../domain/time.js';
import { erases } from '../events/vaultEvent.js';
import { forgetContexts } from '../files/keptContexts.js';
import type { EventLog } from '../log/eventLog.js';
import { LogRefused } from '../log/logFailures.js';
import { openSqliteEventLog } from '../log/sqlite/sqliteEventLog.js';
import { keepCheckpointKey } from '../maintenance/checkpoints.js';
import { copyBefore, forgetInCopies } from '../maintenance/copyBefore.js';
import { settleLoss } from '../maintenance/loss/accept.js';
import type { WalCheckpointer } from '../sqlite/walCheckpoint.js';
import type { AppOptions } from './app.js';
import { type ClockWatch, clockWatch } from './clockWatch.js';
import { type LogCheck, type LogCheckParts, logCheck } from './fileChecks.js';

/** The log of a vault that was just opened. */
export interface OpenedLog {
  /** Says why it refuses. It refuses what would get the time of a clock that jumped, and everything where its file is damaged. */
  readonly log: EventLog;
  /** The clock that its events get their time from. */
  readonly clock: Clock;
  readonly clockWatch: ClockWatch;
  /** Looks for damage of its file; undefined where several nodes share the log. */
  readonly check: LogCheck | undefined;
  /** The other nodes of the log. Without the log itself, which refuses nothing of that. */
  readonly cluster: Omit<Cluster, 'log' | 'clock'>;
  /** The time of the last event in milliseconds since 1970; 0 when there is none. */
  lastAt(): number;
}

interface LogParts {
  readonly reporter: Reporter;
  /** Gets what was done about a loss or a migration. */
  readonly say: (said: Diagnostic) => void;
  readonly checkLog: LogCheckParts['checkLog'];
  readonly checkpoints: WalCheckpointer | undefined;
}

/**
 * Opens the log of a vault, its own or that of all nodes, as the settings say, and watches it and its clock. Throws when it lost
 * events or contradicts the shared log, unless that is accepted. Whatever it forgets is gone from what hooks have kept, too.
 */
export async function openLog(
  config: Config,
  options: AppOptions & Required<Pick<AppOptions, 'freeBytes'>>,
  parts: LogParts,
): Promise<OpenedLog> {
  const opened = await openUnwatched(config, options, parts);
  try {
    return await watched(opened, config, options, parts);
  } catch (error) {
    await opened.log.close();
    throw error;
  }
}

async function openUnwatched(
  config: Config,
  options: Parameters<typeof openLog>[1],
  { say, checkpoints }: LogParts,
): Promise<Cluster> {
  const { dataDir, sharedLog } = config;
  const { clock = Date.now, acceptLoss = false, checkpointPages, maxLogPages: maxPages } = options;
  const file = dataFiles({ dataDir }).log;
  const logOptions = { maxPages, checkpointPages, checkpoints };
  keepCheckpointKey(dataDir, config.checkpointKey);
  if (sharedLog) {
    // Loaded only here: nobody else needs a client of PostgreSQL.
    const { openNode } = await import('../cluster/openNode.js');
    const { serves = false } = options;
    return openNode(config, sharedLog, { logOptions, acceptLoss, serves, now: clock(), say });
  }
  settleLoss(dataDir, { accept: acceptLoss, now: clock(), say });
  const freeBytes = await options.freeBytes(dataDir).catch(() => undefined);
  const copy = copyBefore(dataDir, { now: clock(), freeBytes, say });
  const log = openSqliteEventLog(file, { clock, ...logOptions, before: copy.before });
  copy.sayMigrated();
  forgetInCopies(dataDir, log);
  return alone(log, clock);
}

async function watched(
  cluster: Cluster,
  config: Config,
  options: AppOptions,
  { reporter, checkLog }: LogParts,
): Promise<OpenedLog> {
  const { log, clock, isShared } = cluster;
  const { dataDir } = config;
  const forCheck = { dataDir, checkLog, reporter, now: options.clock ?? Date.now };
  // What a node has is a copy, which nobody restores: `verify --shared` compares it.
  const check = isShared ? undefined : logCheck(forCheck, options.checksFiles);
  const { position } = await log.head();
  const [last] = (await log.readEntries(Math.max(0, position - 1), 1, {})).entries;
  let at = last?.at ?? 0;
  const lastAt = () => at;
  log.onGrown(({ events }) => {
    at = events.at(-1)?.at ?? at;
    // What hooks have kept may hold it.
    if (events.some(({ type }) => erases(type))) forgetContexts(dataDir, reporter.report);
  });
  // A clock that is given counts as right, unless it is that of a shared log.
  const isGiven = options.clock !== undefined && !isShared;
  const watch = clockWatch({
    clock,
    uptime: options.uptime ?? (isGiven ? clock : () => uptime() * 1000),
    file: dataFiles(config).clock,
    follow: config.clock === 'follow',
    lastAt,
    onError: reporter.report,
  });
  const refusal = () => check?.refusal() ?? watch.refusal();
  return {
    log: refusing(log, reporter, refusal),
    clock,
    clockWatch: watch,
    check,
    cluster,
    lastAt,
  };
}

/** Says why a log refuses, and that it takes saves again. */
function refusing(
  log: EventLog,
  reporter: Reporter,
  refusal: () => LogRefused | undefined,
): EventLog {
  return {
    ...log,
    async appendNext(decide) {
      try {
        const appended = await log.appendNext((end) => {
          // In the turn in which the log has read the clock.
          const refused = refusal();
          if (refused) throw refused;
          return decide(end);
        });
        if (appended.events.length > 0) {
          for (const code of REFUSING_CODES) reporter.clear(code);
        }
        return appended;
      } catch (error) {
        if (error instanceof LogRefused) reporter.meet(error.diagnostic);
        throw error;
      }
    },
    refusal: async () => (await log.refusal()) ?? refusal(),
  };
}
