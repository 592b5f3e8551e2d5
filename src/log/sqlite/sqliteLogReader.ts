import { openSqliteReader } from '../../sqlite/sqlite.js';
import type { Head, LogReads } from '../eventLog.js';
import { erasesAfter } from './erase.js';
import { headOf } from './headOf.js';
import { streamReads } from './streamReads.js';

/** Reads a log on its own connection, also while another one writes. */
export interface LogReader extends LogReads {
  /**
   * Starts a snapshot of the log, which lasts until `thaw`. Meanwhile, erased texts stay readable in the file
   * (`EventLog.wipe` has to wait) and the write-ahead log only grows.
   */
  freeze(): Head;
  thaw(): void;
  /** True when an event after that position erases an earlier payload. */
  erasesAfter(position: number): boolean;
  close(): void;
}

/** Opens the log in a SQLite file for reading. `cache` is in KiB. Throws when there is no such file. */
export function openSqliteLogReader(file: string, options: { cache?: number } = {}): LogReader {
  const sql = openSqliteReader(file, options);
  return {
    ...streamReads(sql),
    freeze() {
      sql.db.exec('BEGIN');
      return headOf(sql);
    },
    thaw: () => void sql.db.exec('COMMIT'),
    erasesAfter: (position) => erasesAfter(sql, position),
    close: () => void sql.db.close(),
  };
}
