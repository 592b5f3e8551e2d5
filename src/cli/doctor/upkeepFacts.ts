import { existsSync, statSync } from 'node:fs';
import { dataFiles } from '../../config/dataFiles.js';
import { lastSignedFile } from '../../maintenance/lastSigned.js';
import { readUpkeep } from '../../maintenance/upkeep.js';
import type { UpkeepFacts } from './upkeepChecks.js';

/** What the files of a vault say about how it was looked after; undefined without a log. */
export function upkeepFacts(dataDir: string, now: number): UpkeepFacts | undefined {
  const { log: file } = dataFiles({ dataDir });
  if (!existsSync(file)) return undefined;
  const log = statSync(file);
  const signed = statSync(lastSignedFile(dataDir), { throwIfNoEntry: false });
  // A file system that does not know when a file was made says 1970.
  const madeAt = log.birthtimeMs > 0 ? log.birthtimeMs : log.ctimeMs;
  return { ...readUpkeep(dataDir), signedAt: signed?.mtimeMs, madeAt, now };
}
