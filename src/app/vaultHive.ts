import type { Config } from '../config/config.js';
import { dataFiles } from '../config/dataFiles.js';
import { type Hive, type HiveParts, noHive, openHive } from '../hive/hive.js';

/** The hive of a vault by its settings; without any nothing is opened. */
export async function vaultHive(
  config: Config,
  parts: Omit<HiveParts, 'ledgerFile'>,
): Promise<Hive> {
  if (!config.hive) return noHive;
  return openHive(config.hive, { ...parts, ledgerFile: dataFiles(config).hive });
}
