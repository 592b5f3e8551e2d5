import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from './database.js';

/** The right of this process to write to the data directory, until it is released. */
export interface Lock {
  release(): void;
}

/** Thrown when another process holds the lock. The message names that process. */
export class DirectoryLocked extends Error {
  constructor(directory: string, holder: string) {
    super(`${directory} is in use by ${holder}. Only one process at a time may write to it`);
    this.name = 'DirectoryLocked';
  }
}

/**
 * Takes the only write lock of a data directory, or throws `DirectoryLocked`. SQLite takes it as a file lock, so the
 * kernel releases it when the process ends for any reason. `writer.json` only names the process for error messages.
 */
export function lockDirectory(directory: string, startedAt: string): Lock {
  const card = join(directory, 'writer.json');
  const db = new Database(join(directory, 'writer.lock'), { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (isBusy(error)) throw new DirectoryLocked(directory, holderOf(card));
    throw error;
  }
  writeFileSync(card, JSON.stringify({ pid: process.pid, started_at: startedAt }), { mode: 0o600 });
  return { release: () => void db.close() };
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function holderOf(card: string): string {
  try {
    const { pid, started_at } = JSON.parse(readFileSync(card, 'utf8'));
    return `process ${Number(pid)}, which started at ${String(started_at)}`;
  } catch {
    return 'another process';
  }
}
