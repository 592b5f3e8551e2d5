import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { messageOf } from '../../diagnostics/diagnostic.js';
import type { NoteLine } from '../../domain/archive/archiveLine.js';
import type { ColumnUse } from '../../import/columnMapping.js';
import type { SourceRow } from '../../import/sourceRow.js';
import { misused } from '../terminal/exit.js';
import { counted, shownLine } from '../terminal/format.js';

/** What the vault said of one line. */
export interface LineResult {
  readonly outcome: 'stored' | 'same' | 'revised' | 'refused';
  readonly id?: string;
  readonly redacted?: readonly { readonly kind: string; readonly count: number }[];
  readonly error?: string;
}

/** Rows that were left out for one reason, the first of them named. */
interface LeftOut {
  readonly reason: string;
  readonly count: number;
  readonly rows: readonly string[];
}

/** A note as it would be. */
export interface NoteToCome {
  readonly title: string;
  readonly type: string;
  readonly created_at: string;
  readonly tags: readonly string[];
  readonly project: string | undefined;
}

/** What became of every row of a source: `read` is the sum of all others but `shortened`. */
export interface Report {
  readonly source: string;
  readonly run: string;
  readonly dry_run: boolean;
  readonly read: number;
  readonly stored: number;
  readonly same: number;
  readonly revised: number;
  readonly refused: number;
  readonly skipped: number;
  readonly shortened: number;
  /** What was read, by kind: without the rows that were skipped. */
  readonly records: Readonly<Record<string, number>>;
  readonly redacted: Readonly<Record<string, number>>;
  readonly left_out: readonly LeftOut[];
  /** Of a dry run of a table: what becomes of its columns, and the first notes. */
  readonly mapping?: readonly ColumnUse[] | undefined;
  readonly first?: readonly NoteToCome[];
}

/** Rows that are named of those with one reason, and notes that are shown of a table. */
const NAMED = 3;
/** Reasons that are told apart: a source may have another one for each row. */
const REASONS = 50;
const OTHER = 'other reasons: --report FILE lists each row';

export type GrowingReport = ReturnType<typeof importReport>;

/** An empty report, which grows row by row. `every` gets a line of JSON about each row. */
export function importReport(
  { mapping, ...of }: Pick<Report, 'source' | 'run' | 'dry_run' | 'mapping'>,
  every: Pick<RowFile, 'write'> | undefined,
) {
  const counts = { read: 0, stored: 0, same: 0, revised: 0, refused: 0, skipped: 0, shortened: 0 };
  const records = new Map<string, number>();
  const redacted = new Map<string, number>();
  const reasons = new Map<string, { count: number; rows: string[] }>();
  const first: NoteToCome[] = [];

  function leave(row: string, reason: string): void {
    const known = reasons.has(reason) || reasons.size < REASONS ? reason : OTHER;
    const group = reasons.get(known) ?? { count: 0, rows: [] };
    group.count += 1;
    if (group.rows.length < NAMED) group.rows.push(row);
    reasons.set(known, group);
  }

  return {
    /** A row that the vault was asked to take in. */
    took({ row, line, shortened }: Extract<SourceRow, { line: unknown }>, result: LineResult) {
      counts.read += 1;
      counts[result.outcome] += 1;
      records.set(line.record, (records.get(line.record) ?? 0) + 1);
      if (shortened && shortened.length > 0) counts.shortened += 1;
      for (const { kind, count } of result.redacted ?? [])
        redacted.set(kind, (redacted.get(kind) ?? 0) + count);
      if (result.error !== undefined) leave(row, result.error);
      if (mapping && line.record === 'note' && first.length < NAMED) first.push(toCome(line));
      every?.write(`${JSON.stringify({ row, record: line.record, ...result, shortened })}\n`);
    },
    /** A row that the source could not make a line of. */
    skipped(row: string, reason: string) {
      counts.read += 1;
      counts.skipped += 1;
      leave(row, reason);
      every?.write(`${JSON.stringify({ row, outcome: 'skipped', error: reason })}\n`);
    },
    report: (): Report => ({
      ...of,
      ...counts,
      records: Object.fromEntries([...records].sort()),
      redacted: Object.fromEntries([...redacted].sort()),
      left_out: [...reasons]
        .map(([reason, group]) => ({ reason, ...group }))
        .sort((a, b) => b.count - a.count),
      ...(mapping && { mapping, first }),
    }),
  };
}

const toCome = ({ title, type, created_at, tags, project }: NoteLine): NoteToCome => ({
  title,
  type,
  created_at,
  tags,
  project,
});

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
    [stored, would('stored', 'to be stored')],
    [revised, would('revised, because the source changed', 'to be revised')],
    [same, 'already there, unchanged'],
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

type RowFile = ReturnType<typeof rowFile>;

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
    throw misused(`--report cannot be written: ${shownLine(messageOf(error))}`);
  }
  throw misused(
    `--report would overwrite ${shownLine(file)}, which is no report: name another file`,
  );
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
