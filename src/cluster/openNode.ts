import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedLogSettings } from '../config/sharedLogConfig.js';
import { Diagnostic, messageOf } from '../diagnostics/diagnostic.js';
import { LogRefused } from '../log/logFailures.js';
import type { LogFileOptions } from '../log/sqlite/logFile.js';
import { putCopyAside } from '../maintenance/loss/accept.js';
import type { Cluster } from './cluster.js';
import { LogForked } from './fork.js';
import { asCluster } from './node.js';
import { openPostgres } from './postgres/openPostgres.js';
import { movedAway, NO_INSTANCE } from './postgres/sharedHead.js';
import { outOfReach, type ReplicatedLog, replicatedLog, WAITS } from './replicatedLog.js';
import type { SharedControl } from './sharedControl.js';
import { type SharedLog, SharedLogInterrupted } from './sharedLog.js';
import {
  type SharedRules,
  type SharedSecrets,
  shareRules,
  shareSecrets,
} from './sharedSettings.js';
import { openSqliteCopy } from './sqliteCopy.js';

interface NodeOptions {
  /** What all nodes have in common. */
  readonly secrets: SharedSecrets;
  readonly rules: SharedRules;
  /** The file of the copy. */
  readonly file: string;
  readonly logOptions: LogFileOptions;
  /** Whether a copy that contradicts the shared log is put aside and made anew. */
  readonly acceptLoss: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Is told what was put aside, and later what goes wrong with the shared log for good. */
  readonly say: (said: Diagnostic) => void;
}

/** How often the shared log is looked at, at least, within the time that a node may be behind. */
const POLLS = 5;

const NOTHING = { position: 0, hash: Buffer.alloc(32), answers: 0 };

/**
 * Opens the log of a node: connects to the shared log and takes in what the copy lacks. Throws `LogForked` when the two
 * contradict each other, and `Diagnostic` when the shared log cannot be reached or is not what the settings ask for.
 */
export async function openNode(
  { place, node: name, durability, maxLag, secretCost }: SharedLogSettings,
  options: NodeOptions,
): Promise<Cluster> {
  const lockWaits: ((seconds: number) => void)[] = [];
  const onLockWait = (seconds: number) => {
    for (const listener of lockWaits) listener(seconds);
  };
  const postgres = openPostgres(place, { durability, node: name });
  let [interruptions, isForked] = [0, false];
  const shared: SharedLog = { ...postgres.log, close: () => postgres.close() };

  const open = (instance: string) =>
    caughtUp(() =>
      replicatedLog(openSqliteCopy(options.file, instance, options.logOptions), shared, {
        pollMs: Math.min(WAITS.pollMs, maxLag / POLLS),
        onLockWait,
        onInterrupted: () => {
          interruptions += 1;
        },
        onForked(fork) {
          isForked = true;
          options.say(fork);
        },
      }),
    );

  try {
    const { instance } = (await shared.readBehind(NOTHING, 1)).end;
    if (instance === NO_INSTANCE) throw movedAway('no node goes on with it');
    await shareSecrets(postgres.control, instance, options.secrets, secretCost);
    await shareRules(postgres.control, options.rules);
    await refuseTakenName(postgres.control, name, sleep);
    const log = await open(instance).catch((error) => {
      if (!(error instanceof LogForked) || !options.acceptLoss) throw error;
      acceptFork(options, error);
      isForked = false;
      return open(instance);
    });
    return asCluster({
      maxLag,
      control: postgres.control,
      // Before any exchange has failed: one that hangs takes longer than reads are answered.
      log: { ...log, refusal: async () => (await log.refusal()) ?? silence(log, maxLag) },
      status: () => ({ sharedHead: log.sharedHead(), isForked, interruptions }),
      onLockWait: (listener) => void lockWaits.push(listener),
    });
  } catch (error) {
    await postgres.close();
    throw reasonOf(error);
  }
}

/** The log once it has what the shared log has; closed when that fails. */
async function caughtUp(open: () => ReplicatedLog): Promise<ReplicatedLog> {
  const log = open();
  try {
    await log.catchUp();
    return log;
  } catch (error) {
    await log.closeCopy();
    throw error;
  }
}

function acceptFork({ file, now, say }: NodeOptions, fork: LogForked): void {
  const kept = putCopyAside(dirname(file), now);
  const message = `${fork.message}. The copy is kept as ${kept}, and a new one is made`;
  say(new Diagnostic('loss_accepted', message, { file, setting: '--accept-loss' }));
}

/** Why a node refuses that has not heard from the shared log for so many ms; undefined where it has. */
function silence(log: ReplicatedLog, maxLag: number): LogRefused | undefined {
  if (log.unheardMs() <= maxLag) return undefined;
  return outOfReach(new Error(`nothing was heard from it for ${maxLag} ms`));
}

/** What to say to whoever starts this node. */
function reasonOf(error: unknown): unknown {
  if (error instanceof LogRefused) return error.diagnostic;
  if (!(error instanceof SharedLogInterrupted)) return error;
  const message = `the shared log cannot be reached: ${messageOf(error)}`;
  return new Diagnostic('shared_log_unreachable', message, { setting: 'VAULT_LOG', cause: error });
}

/** A node that is there reports at least once within this time, in ms, and one that crashed does not. */
export const REPORTS_WITHIN_MS = 3000;

/**
 * Throws when another process is there under the name of this node. Each would report for both what only it has wiped, and both
 * would hold every lease.
 */
export async function refuseTakenName(
  control: Pick<SharedControl, 'lastReport'>,
  name: string,
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  const last = await control.lastReport();
  if (!last || last.ageMs > REPORTS_WITHIN_MS) return;
  // It may be our own, from before a crash: then no other follows.
  await pause(REPORTS_WITHIN_MS);
  const next = await control.lastReport();
  if (next?.at === last.at) return;
  const message = `another process is the node ${name} of this shared log, and reports to the others`;
  throw new Diagnostic('node_name_taken', message, { setting: 'VAULT_NODE' });
}
