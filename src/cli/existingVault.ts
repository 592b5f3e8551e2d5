import { existsSync } from 'node:fs';
import { type Config, readConfig } from '../config/config.js';
import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';

/**
 * The settings of a vault that is there. Throws `no_vault` when the data directory has none, and makes nothing: in a
 * mistyped directory, a command would work on an empty vault and say that all is well.
 */
export function existingVault(config: Config = readConfig(process.env)): Config {
  const { dataDir } = config;
  if (existsSync(dataFiles(config).log)) return config;
  throw new Diagnostic('no_vault', `there is no vault in ${dataDir}: it has no log.db`, {
    file: dataDir,
    setting: 'VAULT_DATA_DIR',
  });
}
