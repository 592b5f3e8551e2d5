import { uptime } from 'node:os';
import type { Config } from '../config/config.js';
import { dataFiles } from '../config/dataFiles.js';
import { REFUSING_CODES } from '../diagnostics/catalogue.js';
import type { Reporter } from '../diagnostics/reporter.js';
import { erases } from '../events/erasure.js';
import { forgetContexts } from '../files/keptContexts.js';
import type { EventLog } from '../log/eventLog.js';
import { LogRefused } from '../log/logFailures.js';
import type { LogWork } from '../maintenance/logWork.js';
import type { AppOptions } from './appOptions.js';
import { type ClockWatch, clockWatch } from './clockWatch.js';
import { type LogCheck, logCheck, NO_CHECK } from './logCheck.js';
import type { OpenedLog } from './openLog.js';

/** A log with the clock that its events get their time from. */
export interface WatchedLog {
  /** Says why it refuses. It refuses what would get the time of a clock that jumped. */
  readonly log: EventLog;
  readonly clock: ClockWatch;
  /** Looks for damage of its file. A damaged log refuses as well. */
  readonly check: LogCheck;
  /** The time of the last event in milliseconds since 1970; 0 when there is none. */
  lastAt(): number;
}

/** Watches a log that was just opened, and its clock. Whatever it forgets is gone from what hooks have kept, too. */
export async function watchLog(
  { log, clock, node }: OpenedLog,
  config: Config,
  options: AppOptions,
  { reporter, work }: { readonly reporter: Reporter; readonly work: LogWork },
): Promise<WatchedLog> {
  const { dataDir } = config;
  // What a node has is a copy, which nobody restores: `verify --shared` compares it.
  const check = node
    ? NO_CHECK
    : logCheck({ dataDir, work, reporter, now: options.clock ?? Date.now }, options.checksFiles);
  const { position } = await log.head();
  const [last] = (await log.readEntries(Math.max(0, position - 1), 1, {})).entries;
  let lastAt = last?.at ?? 0;
  log.onGrown(({ events }) => {
    lastAt = events.at(-1)?.at ?? lastAt;
    // What hooks have kept may hold it.
    if (events.some(({ type }) => erases(type))) forgetContexts(config.dataDir, reporter.report);
  });
  // A clock that is given counts as right, unless it is that of a shared log.
  const isGiven = options.clock !== undefined && node === undefined;
  const watch = clockWatch({
    clock,
    uptime: options.uptime ?? (isGiven ? clock : () => uptime() * 1000),
    file: dataFiles(config).clock,
    follow: config.clock === 'follow',
    lastAt: () => lastAt,
    onError: reporter.report,
  });
  const refusal = () => check.refusal() ?? watch.refusal();
  return {
    log: refusing(log, { reporter, refusal }),
    ...{ clock: watch, check, lastAt: () => lastAt },
  };
}

/** Says why a log refuses, and that it takes saves again. */
function refusing(
  log: EventLog,
  { reporter, refusal }: { reporter: Reporter; refusal: () => LogRefused | undefined },
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
