import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { messageOf } from '../../diagnostics/diagnostic.js';
import type { Report } from '../../domain/importing/report.js';
import { misused } from '../terminal/exit.js';
import { counted, shownLine } from '../terminal/format.js';

/** Reasons that a terminal shows. */
const MOST_REASONS = 10;
/** Of a reason: one may list all that is wrong with a line. */
const LONGEST_REASON = 200;

/** The kinds of things that have another word for several. */
const COUNTABLE: readonly string[] = ['note', 'session', 'prompt'];

/** Such as `120 notes` and `1 session`. */
export function countedRecords(records: Readonly<Record<string, number>>): string[] {
  return Object.entries(records).map(([record, count]) =>
    COUNTABLE.includes(record) ? counted(count, record) : `${count} ${record}`,
  );
}

/** A report for a person: what became of every row, and why some were left out. */
export function reportLines(report: Report): string[] {
  const { read, stored, same, revised, refused, skipped, shortened, dry_run } = report;
  const records = countedRecords(report.records);
  const would = (done: string, planned: string) => (dry_run ? planned : done);
  const counts: readonly (readonly [number, string])[] = [
    [read, `read from ${report.source}${records.length > 1 ? ` (${records.join(', ')})` : ''}`],
    [stored, would('stored', 'to store')],
    [revised, would('revised: the source has changed', 'to revise')],
    [same, 'in the vault already, unchanged'],
    [refused, 'refused by the vault'],
    [skipped, 'skipped'],
  ];
  const width = String(read).length;
  const redacted = Object.entries(report.redacted).map(([kind, count]) => `${count} ${kind}`);
  return [
    ...counts
      .filter(([count], i) => count > 0 || i < 2)
      .map(([count, what]) => `${String(count).padStart(width)} ${what}`),
    ...(shortened > 0 ? [`${shortened} of them shortened to fit`] : []),
    ...(redacted.length > 0 ? [`redacted: ${redacted.join(', ')}`] : []),
    ...leftOutLines(report),
  ];
}

function leftOutLines({ left_out }: Report): string[] {
  const lines = left_out.slice(0, MOST_REASONS).map(({ reason, count, rows }) => {
    const named = rows.join(', ') + (count > rows.length ? ', …' : '');
    const said = shownLine(reason);
    const short = said.length > LONGEST_REASON ? `${said.slice(0, LONGEST_REASON)}…` : said;
    return `  ${count}: ${short} (${shownLine(named)})`;
  });
  const more = left_out.length - lines.length;
  return [
    ...(lines.length > 0 ? ['left out:'] : []),
    ...lines,
    ...(more > 0 ? [`  and ${more} other reasons: --report FILE lists each row`] : []),
  ];
}

/** How each line about a row begins. */
const BEGINNING = '{"row":';

/**
 * Opens a file that gets a line about each row of an import. The report of another import is overwritten, and no other file: it
 * may be one that is read. Throws `Failed` (usage) for such a file, and for one that cannot be written. `write` throws where the
 * disk is full, and in other such cases.
 */
export function rowFile(file: string) {
  const handle = opened(file);
  return {
    // At once: lines that wait for the disk would fill the memory.
    write: (line: string) => writeFileSync(handle, line),
    close: () => closeSync(handle),
  };
}

function opened(file: string): number {
  try {
    if (mayBeWritten(file)) return openSync(file, 'w', 0o600);
  } catch (error) {
    throw misused(`--report FILE cannot be written: ${shownLine(messageOf(error))}`);
  }
  throw misused(`--report FILE: ${shownLine(file)} exists and is not a report: name another file`);
}

/** Whether nothing but a report is lost. A terminal or a pipe keeps nothing that could be. */
function mayBeWritten(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0) return true;
  const handle = openSync(file, 'r');
  try {
    const read = Buffer.alloc(BEGINNING.length);
    readSync(handle, read);
    return read.toString() === BEGINNING;
  } finally {
    closeSync(handle);
  }
}
