import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { type ReadDatabase, removeGlance } from '../sqlite/glance.js';
import { keepEvidence } from './keepEvidence.js';
import { describeLoss, type Loss, lossOf } from './lossOf.js';

export interface SettleOptions {
  /** Whether the log goes on without what it lost. */
  readonly accept: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Is told what was kept of what was lost. */
  readonly say: (said: Diagnostic) => void;
}

/**
 * To be called before anything of a vault is opened, by the process that holds its lock. Throws when other files of the
 * vault know of events that its log lacks, and leaves everything as it is; SQLite would overwrite what is left of them.
 * With `accept`, they are put aside under other names instead.
 */
export function settleLoss(dataDir: string, { accept, now, say }: SettleOptions): void {
  const { log: file, views } = dataFiles({ dataDir });
  for (const one of [file, views]) removeGlance(one);
  const loss = lossOf(dataDir);
  if (!loss) {
    if (accept) say(new Diagnostic('nothing_lost', `${file} lacks nothing`, ABOUT));
    return;
  }
  if (!accept) throw refusalFor(dataDir, loss);
  const lacks = describeLoss(dataDir, loss);
  const kept = keepEvidence(dataDir, loss, now);
  say(
    new Diagnostic(
      'loss_accepted',
      `${lacks}. The log goes on without these events; what was left of them is kept as ${kept.join(', ')}`,
      { file, ...ABOUT },
    ),
  );
}

/** What a start says of a vault before anything of it is opened; undefined where it lost nothing. `read` as for `lossOf`. */
export function refusalOfStart(dataDir: string, read: ReadDatabase): Diagnostic | undefined {
  const loss = lossOf(dataDir, read);
  return loss && refusalFor(dataDir, loss);
}

function refusalFor(dataDir: string, loss: Loss): Diagnostic {
  const isOther = !loss.wal && loss.ahead.length === 0;
  const code = isOther ? 'log_replaced' : 'log_lost_events';
  const { log: file } = dataFiles({ dataDir });
  return new Diagnostic(code, describeLoss(dataDir, loss), { file });
}

const ABOUT = { setting: '--accept-loss' };
