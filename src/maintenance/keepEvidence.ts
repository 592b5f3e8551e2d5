import { constants, copyFileSync, existsSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { dataFiles } from '../config/dataFiles.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { syncPath } from '../files/syncPath.js';
import type { Loss } from './lossOf.js';
import type { Witness } from './witnesses.js';

/** A time in milliseconds since 1970 as a part of the name of a file. */
export function timeInNames(now: number): string {
  return formatTime(toSeconds(now)).replaceAll(/[:.]/g, '-');
}

/**
 * Puts what knows of lost events aside, so that the log goes on without them. Returns the names under which it is kept.
 * The write-ahead log comes last: until then a start is refused again.
 */
export function keepEvidence(
  dataDir: string,
  { wal, log, ahead, different }: Loss,
  now: number,
): readonly string[] {
  const time = timeInNames(now);
  const kept = [...ahead, ...different].flatMap(({ name }) => keepWitness(dataDir, name, time));
  if (wal) kept.push(keepWal(dataDir, log === 'there' ? wal.usable : 0, time));
  return kept;
}

function keepWitness(dataDir: string, name: Witness['name'], time: string): readonly string[] {
  switch (name) {
    case 'views.db':
      return keepViews(dataDir, time);
    case 'checkpoint.latest':
      return keepCheckpoint(dataDir, time);
  }
}

/** The copy of its write-ahead log comes first, so that the two are never apart. */
function keepViews(dataDir: string, time: string): readonly string[] {
  const file = dataFiles({ dataDir }).views;
  const kept = `${file}.lost-${time}`;
  if (existsSync(`${file}-wal`)) {
    copyFileSync(`${file}-wal`, `${kept}-wal`, constants.COPYFILE_EXCL);
    syncPath(`${kept}-wal`);
  }
  renameSync(file, kept);
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  syncPath(dataDir);
  return [kept];
}

/**
 * The key goes as well, and first: with it, the vault would sign a history that contradicts the one that it has signed.
 * The next checkpoint is signed with a new key.
 */
function keepCheckpoint(dataDir: string, time: string): readonly string[] {
  return ['checkpoint.key', 'checkpoint.latest'].map((name) => {
    const kept = join(dataDir, `${name}.lost-${time}`);
    renameSync(join(dataDir, name), kept);
    syncPath(dataDir);
    return kept;
  });
}

/** Keeps a copy of the write-ahead log of log.db, and cuts off what SQLite cannot use of it. */
function keepWal(dataDir: string, usable: number, time: string): string {
  const file = join(dataDir, 'log.db-wal');
  const kept = `${file}.lost-${time}`;
  copyFileSync(file, kept, constants.COPYFILE_EXCL);
  syncPath(kept);
  syncPath(dataDir);
  truncateSync(file, usable);
  syncPath(file);
  return kept;
}
