import { openSqliteReader } from '../../sqlite/sqlite.js';
import type { Head, LogReads } from '../eventLog.js';
import { erasesAfter } from './erase.js';
import { headOf } from './headOf.js';
import { sqliteLogReads } from './sqliteLogReads.js';

/** Reads a log beside whoever writes it, on a connection of its own. */
export interface LogReader extends LogReads {
  /**
   * Shows the log as it is at this moment until `thaw`. As long as that lasts, what is erased stays
   * readable in the file (`EventLog.wipe` is held up) and the write-ahead log only grows.
   */
  freeze(): Head;
  thaw(): void;
  /** Whether an event after that position erases a payload recorded before. */
  erasesAfter(position: number): boolean;
  close(): void;
}

/** Opens the log in a SQLite file for reading only, with a cache of so many KiB. Throws when there is none. */
export function openSqliteLogReader(file: string, options: { cache?: number } = {}): LogReader {
  const sql = openSqliteReader(file, options);
  return {
    ...sqliteLogReads(sql),
    freeze() {
      sql.db.exec('BEGIN');
      return headOf(sql);
    },
    thaw: () => void sql.db.exec('COMMIT'),
    erasesAfter: (position) => erasesAfter(sql, position),
    close: () => void sql.db.close(),
  };
}
