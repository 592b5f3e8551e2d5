import { join } from 'node:path';
import { aboutFile, Diagnostic } from '../diagnostics/diagnostic.js';
import { readOwnFile } from '../files/regularFile.js';
import { writeFreshFile } from '../files/writeFile.js';
import { Database } from './database.js';

/** The right of this process to write to the data directory, until it is released. */
interface Lock {
  release(): void;
}

/** Thrown when another process holds the lock. The message names that process. */
export class DirectoryLocked extends Diagnostic {
  constructor(directory: string, holder: string) {
    const message = `${directory} is in use by ${holder}. Only one process at a time may write to it`;
    super('directory_in_use', message, { file: directory, setting: 'VAULT_DATA_DIR' });
    this.name = 'DirectoryLocked';
  }
}

/**
 * Takes the only write lock of a data directory, or throws `DirectoryLocked`. SQLite takes it as a file lock, so the
 * kernel releases it when the process ends for any reason. `writer.json` only names the process for error messages.
 */
export function lockDirectory(directory: string, startedAt: string): Lock {
  const card = join(directory, 'writer.json');
  const file = join(directory, 'writer.lock');
  const db = openLock(file);
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (isBusy(error)) throw new DirectoryLocked(directory, holderOf(card));
    throw aboutFile(error, file);
  }
  try {
    const writer = JSON.stringify({ pid: process.pid, started_at: startedAt });
    writeFreshFile(card, writer);
  } catch (error) {
    db.close();
    throw aboutFile(error, card);
  }
  return { release: () => void db.close() };
}

function openLock(file: string): Database.Database {
  try {
    return new Database(file, { timeout: 0 });
  } catch (error) {
    throw aboutFile(error, file);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function holderOf(card: string): string {
  try {
    const { pid, started_at } = JSON.parse(readOwnFile(card));
    return `process ${Number(pid)}, which started at ${String(started_at)}`;
  } catch {
    return 'another process';
  }
}
