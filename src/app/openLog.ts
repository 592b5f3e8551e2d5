import type { Config } from '../config/config.js';
import { dataFiles } from '../config/dataFiles.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Clock } from '../domain/time.js';
import type { EventLog } from '../log/eventLog.js';
import type { LogFileOptions } from '../log/sqlite/openLogFile.js';
import { openSqliteEventLog } from '../log/sqlite/sqliteEventLog.js';
import { checkpointKeyText, keepCheckpointKey } from '../maintenance/checkpointKey.js';
import { copyBefore, forgetInCopies } from '../maintenance/copyBefore.js';
import { settleLoss } from '../maintenance/settleLoss.js';
import { ownersKey } from '../secrets/adminKey.js';
import { tokenSecret } from '../secrets/newTokens.js';
import type { VaultNode } from './cluster/vaultNode.js';

/** The log of a vault that was just opened. */
export interface OpenedLog {
  readonly log: EventLog;
  /** The clock that its events get their time from. */
  readonly clock: Clock;
  /** Set where several nodes share the log. */
  readonly node: VaultNode | undefined;
}

export interface OpenLogOptions {
  readonly clock: Clock;
  readonly acceptLoss: boolean;
  /** Whether the rules of this node must be those of the other nodes. */
  readonly serves: boolean;
  readonly logOptions: LogFileOptions;
  readonly say: (said: Diagnostic) => void;
  /** Free bytes of the disk of a directory. */
  readonly freeBytes: (directory: string) => Promise<number>;
}

/**
 * Opens the log of a vault, its own or that of all nodes, as the settings say. Throws when it lost events or contradicts
 * the shared log, unless that is accepted.
 */
export async function openLog(
  config: Config,
  { clock, acceptLoss, serves, logOptions, say, freeBytes }: OpenLogOptions,
): Promise<OpenedLog> {
  const { dataDir, sharedLog } = config;
  const file = dataFiles({ dataDir }).log;
  keepCheckpointKey(dataDir, config.checkpointKey);
  if (sharedLog) {
    // Loaded only here: nobody else needs a client of PostgreSQL.
    const { openNode } = await import('./cluster/openNode.js');
    const { rulesOf } = await import('./cluster/shareRules.js');
    const secrets = {
      adminKey: ownersKey(dataDir, config.adminKey),
      tokenSecret: tokenSecret(dataDir, config.tokenSecret),
      checkpointKey: checkpointKeyText(dataDir),
      hiveKey: config.hive?.key ?? '',
      hiveIngestKey: config.hiveIngestKey ?? '',
    };
    const rules = serves ? rulesOf(config) : [];
    const options = { file, logOptions, acceptLoss, secrets, rules, now: clock(), say };
    const node = await openNode(sharedLog, options);
    return { log: node.log, clock: node.log.clock, node };
  }
  settleLoss(dataDir, { accept: acceptLoss, now: clock(), say });
  const free = await freeBytes(dataDir).catch(() => undefined);
  const copy = copyBefore(dataDir, { now: clock(), freeBytes: free, say });
  const log = openSqliteEventLog(file, { clock, ...logOptions, before: copy.before });
  copy.sayMigrated();
  forgetInCopies(dataDir, log);
  return { log, clock, node: undefined };
}
