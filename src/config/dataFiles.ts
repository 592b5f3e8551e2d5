import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.js';

/** The files of a vault: its log, its read models, what it pushed to a hub, its webhooks, what its clock said, and when tokens were used. */
export function dataFiles({ dataDir }: Pick<Config, 'dataDir'>) {
  const file = (name: string) => join(dataDir, name);
  return {
    log: file('log.db'),
    views: file('views.db'),
    hive: file('hive.db'),
    webhooks: file('webhooks.db'),
    clock: file('clock.json'),
    tokenUses: file('token-uses.json'),
  };
}

/** Bytes of a database with its write-ahead log. A file that is missing, or may not be looked at, counts as 0. */
export function bytesOf(file: string): number {
  return sizeOf(file) + sizeOf(`${file}-wal`);
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
