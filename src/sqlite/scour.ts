import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Gaps, openGaps } from './gaps.js';
import { openSqliteReader, type Sql, withoutWaiting } from './sqlite.js';
import { markSoiled, pagesInWal, unmarkSoiled } from './walFile.js';

/**
 * Makes what was deleted from a database unreadable in its files; for whoever alone writes to it. `secure_delete`
 * overwrites what is deleted, but two kinds of copies are left. Old pages stand in the write-ahead log until it
 * is emptied. And where SQLite moves cells to other pages, since theirs have become too empty or too full, it leaves
 * them standing where they were (`rebuildPage`), in the gap that belongs to no cell: when such a cell is deleted
 * later, nobody knows of the copy.
 */
export interface Scourer {
  /** To be told before something is deleted. Of a build nothing is remembered: whoever uses it looks it through. */
  soil(): void;
  /** In one go. False while a reader or a full disk holds it up; asking again later does no harm. */
  now(): boolean;
  /** As `now`, but others get their turn, and may write, after every 256 pages. */
  inTurns(): Promise<boolean>;
  /** Once the database is closed. What is still to be overwritten then, whoever opens it next does. */
  close(): void;
}

/** Pages that are read in one turn. */
const TURN = 256;

/** A scourer of the file that `sql` writes to. It looks for copies once something was deleted, or the file was left open. */
export function scourer(sql: Sql): Scourer {
  const file = sql.db.name;
  let soiled = sql.wasLeft;
  let gaps: Gaps | undefined;
  let running: Promise<boolean> | undefined;

  /** Overwrites the gaps of these pages for good: what is kept in memory would be written again with them. */
  function finish(all: Gaps, ranges: Iterable<{ first: number; count: number }>): true {
    sql.db.pragma('shrink_memory');
    for (const { first, count } of ranges) all.wipe(first, count);
    all.sync();
    soiled = false;
    unmarkSoiled(file);
    return true;
  }

  function openedGaps(): Gaps {
    gaps ??= openGaps(file, pageSizeOf(sql));
    return gaps;
  }

  function now(): boolean {
    if (!emptyWal(sql)) return false;
    return !soiled || finish(openedGaps(), turnsOf(openedGaps()));
  }

  async function inTurns(): Promise<boolean> {
    await nextTurn();
    if (!sql.db.open || !emptyWal(sql)) return false;
    if (!soiled) return true;
    const all = openedGaps();
    // Reads the file alone, since the write-ahead log is empty: until it ends, nothing is moved into the file.
    const reader = openSqliteReader(file);
    let written: ReadonlySet<number>;
    try {
      reader.db.exec('BEGIN');
      reader.get('SELECT 1 FROM sqlite_schema');
      for (const { first, count } of turnsOf(all)) {
        all.wipe(first, count);
        await nextTurn();
        if (!sql.db.open) return false;
      }
      // From here on in one turn. What was written meanwhile came from memory, with the gaps of before.
      written = pagesInWal(file, pageSizeOf(sql));
    } finally {
      reader.db.close();
    }
    if (!emptyWal(sql)) return false;
    return finish(
      all,
      Array.from(written, (first) => ({ first, count: 1 })),
    );
  }

  return {
    soil() {
      soiled = !sql.isBuild;
    },
    now: () => {
      try {
        return now();
      } catch (error) {
        return orThrow(error);
      }
    },
    async inTurns() {
      // Whoever asks meanwhile has written to pages that are in the write-ahead log by now: they come last.
      running ??= inTurns()
        .catch(orThrow)
        .finally(() => {
          running = undefined;
        });
      return running;
    },
    close() {
      gaps?.close();
      gaps = undefined;
      if (soiled) markSoiled(file);
    },
  };
}

function* turnsOf(gaps: Gaps) {
  for (let first = 1; first <= gaps.pages(); first += TURN) yield { first, count: TURN };
}

/** Moves the write-ahead log into its file and empties it. */
function emptyWal(sql: Sql): boolean {
  const [row] = withoutWaiting(
    sql,
    () => sql.db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[],
  );
  return row?.busy === 0;
}

/** What heals only holds it up: a full disk, too many open files. */
const HEALS: readonly unknown[] = [
  ...['SQLITE_FULL', 'ENOSPC', 'EDQUOT'],
  ...['SQLITE_CANTOPEN', 'EMFILE', 'ENFILE'],
];

function orThrow(error: unknown): false {
  if (error instanceof Error && 'code' in error && HEALS.includes(error.code)) return false;
  throw error;
}

const pageSizeOf = ({ db }: Sql) => Number(db.pragma('page_size', { simple: true }));
