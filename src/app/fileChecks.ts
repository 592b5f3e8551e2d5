import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Reporter } from '../diagnostics/reporter.js';
import { LogRefused } from '../log/logFailures.js';
import { type checkLog, faultAtStart, type LogFault } from '../maintenance/checkLog.js';
import { noteUpkeep, readUpkeep, wholeAt } from '../maintenance/upkeep.js';
import type { ReadModels } from '../views/readModels.js';
import type { Rebuilder } from '../views/rebuilder.js';

export interface LogCheckParts {
  readonly dataDir: string;
  readonly checkLog: typeof checkLog;
  readonly reporter: Pick<Reporter, 'raise' | 'report'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const DAY_MS = 86_400_000;

/** After so long, all events are read again. */
const WEEK_MS = 7 * DAY_MS;
/** Not at once: the first requests come first. */
const LOG_FIRST_MS = 10_000;

/**
 * Looks for damage of log.db by itself: a little when it was just opened, and the whole of it once a week. Where `isDaily`, it
 * looks after ten seconds, and once a day from then on.
 */
export function logCheck(parts: LogCheckParts, isDaily = false) {
  const { dataDir, checkLog, reporter, now } = parts;
  const file = dataFiles({ dataDir }).log;
  let damage: LogRefused | undefined;
  let closed = false;

  function found({ code, detail }: LogFault): void {
    const diagnostic = new Diagnostic(code, `${file}: ${detail}`, { file });
    if (code === 'log_damaged') damage = new LogRefused(REFUSED, diagnostic);
    reporter.raise(diagnostic);
  }

  async function check(): Promise<void> {
    const isWhole = now() - (wholeAt(readUpkeep(dataDir)) ?? 0) >= WEEK_MS;
    try {
      const { events, fault } = await checkLog({ file, isWhole });
      if (closed) return;
      if (fault) found(fault);
      if (fault || isWhole)
        noteUpkeep(dataDir, { checked: { at: now(), events, fault: fault?.detail } });
    } catch (error) {
      if (!closed) reporter.report(error);
    }
  }

  try {
    const fault = faultAtStart(file);
    if (fault) found(fault);
  } catch (error) {
    reporter.report(error);
  }
  const stop = isDaily ? daily(check, LOG_FIRST_MS) : () => {};
  return {
    /** Why nothing may be written; undefined while nothing is known to be damaged. */
    refusal: () => damage,
    /** Checks all pages, and also all events where that is due. */
    check,
    close() {
      closed = true;
      stop();
    },
  };
}
export type LogCheck = ReturnType<typeof logCheck>;

const REFUSED =
  'the log of the vault is damaged: nothing was stored. Whoever runs the service has to restore a backup';

/** What a check needs. */
export interface CheckParts {
  /** Path of the read models. */
  readonly file: string;
  /** As the function `damageIn`, about the read models in a file. */
  readonly damageIn: (file: string) => Promise<readonly string[]>;
  readonly readModels: ReadModels;
  readonly rebuilder: Rebuilder;
  readonly onError: (error: unknown) => void;
}

/** Not at once: whoever starts the service may stop it again, and such a check cannot be interrupted. */
const VIEWS_FIRST_MS = 60_000;

/**
 * Looks for damage of the read models that no read notices, such as an index that leaves out rows: a minute after it is made,
 * where `isDaily`, and once a day from then on.
 */
export function viewsCheck(parts: CheckParts, isDaily = false) {
  const { file, damageIn, readModels, rebuilder, onError } = parts;
  let closed = false;

  async function check(): Promise<void> {
    const before = rebuilder.status();
    /** What was found in a file that is in use no more, or not for long, is of no interest. */
    const isOld = () => {
      const { state, last } = rebuilder.status();
      return closed || state !== 'idle' || last !== before.last;
    };
    if (isOld()) return;
    try {
      const [damage] = await damageIn(file);
      if (damage !== undefined && !isOld()) readModels.damaged(damage);
    } catch (error) {
      if (!isOld() && readModels.refusal(error) === error) onError(error);
    }
  }

  const stop = isDaily ? daily(check, VIEWS_FIRST_MS) : () => {};
  return {
    /** Looks once. What is damaged is then rebuilt. */
    check,
    close() {
      closed = true;
      stop();
    },
  };
}
export type ViewsCheck = ReturnType<typeof viewsCheck>;

/** Runs `work` after `firstMs`, and once a day from then on. It keeps no process alive. Returns what ends it. */
function daily(work: () => unknown, firstMs: number): () => void {
  const timers = [setTimeout(work, firstMs).unref(), setInterval(work, DAY_MS).unref()];
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
