import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning } from '../connect/isRunning.js';
import { aboutFile, codeOf } from '../diagnostics/diagnostic.js';
import { makeFolders, removeFolders } from '../files/makeDirectory.js';

/** Writing takes milliseconds; whoever holds the lock for longer has hung, or its process id belongs to another program now. */
const LONGEST_MS = 60_000;
const WAIT_MS = 20;

/**
 * Runs `change` while no other setup of this data directory changes anything, and passes it the folders that had to be made for the
 * lock. A lock whose process has ended does not count. Throws a `Diagnostic` when the directory cannot be written.
 */
export async function whileLocked<T>(
  dataDir: string,
  change: (madeFolders: readonly string[]) => T,
): Promise<T> {
  const lock = join(dataDir, 'setup.lock');
  const made: string[] = [];
  for (;;) {
    made.push(...newFolders(dataDir));
    if (take(lock)) break;
    breakStale(lock);
    await pause(WAIT_MS);
  }
  try {
    return change(made);
  } finally {
    rmSync(lock, { force: true });
    // Nothing was written where they are empty.
    removeFolders(made);
  }
}

function newFolders(dataDir: string): readonly string[] {
  try {
    return makeFolders(dataDir);
  } catch (error) {
    throw aboutFile(error, dataDir);
  }
}

/** Makes a file with the id of this process. False when it is there, or when its folder has just gone. */
function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (['EEXIST', 'ENOENT'].includes(codeOf(error))) return false;
    throw aboutFile(error, path);
  }
}

/** Removes a lock that a killed setup has left. Only one at a time may, or it could remove the lock of the one before it. */
function breakStale(lock: string): void {
  if (!isStale(lock)) return;
  const guard = `${lock}.stale`;
  if (!take(guard)) {
    if (ageOf(guard) > LONGEST_MS) rmSync(guard, { force: true });
    return;
  }
  try {
    if (isStale(lock)) rmSync(lock, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function isStale(lock: string): boolean {
  const holder = holderOf(lock);
  return ageOf(lock) > LONGEST_MS || (holder !== undefined && !isRunning(holder));
}

/** The process that holds a lock; undefined where it has not said so yet, or has just given the lock back. */
function holderOf(lock: string): number | undefined {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function ageOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}
