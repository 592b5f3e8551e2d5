import { existsSync, renameSync } from 'node:fs';
import { dataFiles } from '../config/dataFiles.js';
import { syncPath } from '../files/syncPath.js';
import { openSqlite } from '../sqlite/sqlite.js';
import { timeInNames } from './keepEvidence.js';
import { lastSignedFile } from './lastSigned.js';

/**
 * Renames the copy of a shared log that contradicts it: it may be the only file that has what the shared log lost. The last
 * checkpoint that this node signed speaks of the same history, and goes with it. `now` is in ms since 1970. Gives the new name.
 */
export function putCopyAside(dataDir: string, now: number): string {
  const file = dataFiles({ dataDir }).log;
  const aside = (name: string) => `${name}.forked-${timeInNames(now)}`;
  // Moves the write-ahead log into the file.
  openSqlite(file, 'FULL').db.close();
  renameSync(file, aside(file));
  const checkpoint = lastSignedFile(dataDir);
  if (existsSync(checkpoint)) renameSync(checkpoint, aside(checkpoint));
  syncPath(dataDir);
  return aside(file);
}
