import { existsSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import { isOfSurroundings, messageOf } from '../diagnostics/diagnostic.js';
import { hashAt, headOf } from '../log/sqlite/headOf.js';
import { checkedEvents, START, type Walked } from '../log/verify/eventRows.js';
import { isDamage } from '../sqlite/database.js';
import { type ReadDatabase, readShared } from '../sqlite/databaseFiles.js';
import type { Sql } from '../sqlite/sqlite.js';

/**
 * What a check found. `log_damaged`: SQLite cannot trust the pages of the file, and each write could destroy more.
 * `log_changed`: an event is not as it was recorded, which no later save makes worse.
 */
export interface LogFault {
  readonly code: DiagnosticCode & ('log_damaged' | 'log_changed');
  readonly detail: string;
}

/** A log up to this size is checked page by page at each start: in a few milliseconds for each megabyte. */
const SMALL_BYTES = 4_000_000;
/** Events that are checked at both ends of the log at each start. */
const ENDS = 50;
/** Events that are checked at a time: a read of the log delays what is forgotten meanwhile. */
const PART = 2000;
/** The check rests so many times as long as it reads. */
const REST = 3;

/**
 * The check of a start, which takes milliseconds for a log of any size: its length and both ends, and all pages of a small
 * one. Undefined when it finds nothing, or there is no log. `read` as for `lossOf`; by default a process has it open. Throws what
 * says nothing about the log.
 */
export function faultAtStart(file: string, read: ReadDatabase = readShared): LogFault | undefined {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size;
  if (!bytes) return undefined;
  return faultIn(read, file, (log) => {
    const pages = Number(log.db.pragma('page_count', { simple: true }));
    // With a write-ahead log, the file itself may still be shorter.
    const isWhole = existsSync(`${file}-wal`) || bytes === pages * PAGE_BYTES;
    if (!isWhole) return damaged(`it has ${bytes} bytes, and should have ${pages * PAGE_BYTES}`);
    const fault = bytes <= SMALL_BYTES ? pagesFault(log) : undefined;
    if (fault) return fault;
    const head = headOf(log).position;
    const before = Math.max(0, head - ENDS);
    walk(log, START, ENDS);
    walk(log, { position: before, hash: hashAt(log, before)?.toString('hex') ?? '' }, ENDS);
    return undefined;
  });
}

const PAGE_BYTES = 4096;

/** How a check went: events that were checked, and what is wrong with the log, if anything. */
export interface Checked {
  readonly events: number;
  readonly fault?: LogFault | undefined;
}

/**
 * Checks all pages of a log, and where `isWhole` then all events with their hashes, a few at a time: between two parts the log
 * is closed, and the check rests.
 */
export async function checkLog({ file, isWhole }: CheckJob): Promise<Checked> {
  const fault = faultIn(readShared, file, pagesFault);
  if (fault || !isWhole) return { events: 0, fault };
  for (let at = START; ; ) {
    const start = performance.now();
    const { position } = at;
    const found = faultIn(readShared, file, (log) => {
      at = walk(log, at, PART);
      return undefined;
    });
    if (found || at.position < position + PART) return { events: at.position, fault: found };
    await sleep(REST * (performance.now() - start));
  }
}

/** What to check: all pages of the log in a file, and all its events where `isWhole`. */
interface CheckJob {
  readonly file: string;
  readonly isWhole: boolean;
}

/** https://sqlite.org/pragma.html#pragma_quick_check reads every page, and compares no index with its table. */
function pagesFault(log: Sql): LogFault | undefined {
  const said = log.db.pragma('quick_check(1)', { simple: true });
  return said === 'ok' ? undefined : damaged('pages of it are damaged');
}

function walk(log: Sql, from: Walked, most: number): Walked {
  let at = from;
  for (const { position, hash } of checkedEvents(log, from, most)) at = { position, hash };
  return at;
}

function faultIn(
  read: ReadDatabase,
  file: string,
  look: (log: Sql) => LogFault | undefined,
): LogFault | undefined {
  try {
    return read(file, look);
  } catch (error) {
    if (isOfSurroundings(error)) throw error;
    if (isDamage(error)) return damaged('it is damaged, or is not a database');
    // What SQLite says otherwise is about the query, and not about an event.
    if (error instanceof Error && 'code' in error && error.code !== 'log_changed') throw error;
    return { code: 'log_changed', detail: messageOf(error) };
  }
}

const damaged = (detail: string): LogFault => ({ code: 'log_damaged', detail });
