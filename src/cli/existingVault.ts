import { existsSync } from 'node:fs';
import { type Config, readConfig } from '../config/config.js';
import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { checkDirectory } from '../files/dataDirectory.js';
import { refusalOfStart } from '../maintenance/loss/accept.js';
import { readShared } from '../sqlite/databaseFiles.js';

/**
 * The settings of a vault that is there. Throws `no_vault` when the data directory has none, and makes nothing: in a
 * mistyped directory, a command would work on an empty vault and say that all is well. Throws `log_lost_events` when other
 * files of a vault are there without its log, and what `checkDirectory` throws.
 */
export function existingVault(config: Config = readConfig(process.env)): Config {
  if (!existsSync(config.dataDir)) throw noVault(config.dataDir);
  const dataDir = checkDirectory(config.dataDir);
  const { log } = dataFiles({ dataDir });
  if (existsSync(log)) return { ...config, dataDir };
  throw refusalOfStart(dataDir, readShared) ?? noVault(dataDir);
}

function noVault(dataDir: string): Diagnostic {
  return new Diagnostic('no_vault', `there is no vault in ${dataDir}: it has no log.db`, {
    file: dataDir,
    setting: 'VAULT_DATA_DIR',
  });
}

/** The option of each command that opens a vault for writing, and what it does. */
export const ACCEPT_LOSS = '--accept-loss';
export const ACCEPTS_LOSS =
  'go on although events are missing; files that still have them are kept under other names';
