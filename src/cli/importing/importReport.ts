import type { SourceRow } from '../../import/sourceRow.js';
import type { RowFile } from './rowFile.js';

/** What the vault said of one line. */
export interface LineResult {
  readonly outcome: 'stored' | 'same' | 'revised' | 'refused';
  readonly id?: string;
  readonly redacted?: readonly { readonly kind: string; readonly count: number }[];
  readonly error?: string;
}

/** Rows that were left out for one reason, the first of them named. */
export interface LeftOut {
  readonly reason: string;
  readonly count: number;
  readonly rows: readonly string[];
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
  readonly redacted: Readonly<Record<string, number>>;
  readonly left_out: readonly LeftOut[];
}

/** A report that grows row by row. */
export interface GrowingReport {
  /** A row that the vault was asked to take in. */
  took(row: Extract<SourceRow, { line: unknown }>, result: LineResult): void;
  /** A row that the source could not make a line of. */
  skipped(row: string, reason: string): void;
  report(): Report;
}

/** Rows that are named of those with one reason. */
const NAMED = 3;
/** Reasons that are told apart: a source may have another one for each row. */
const REASONS = 50;
const OTHER = 'other reasons: --report FILE lists each row';

/** An empty report. `every` gets a line of JSON about each row. */
export function importReport(
  of: Pick<Report, 'source' | 'run' | 'dry_run'>,
  every?: Pick<RowFile, 'write'>,
): GrowingReport {
  const counts = { read: 0, stored: 0, same: 0, revised: 0, refused: 0, skipped: 0, shortened: 0 };
  const redacted = new Map<string, number>();
  const reasons = new Map<string, { count: number; rows: string[] }>();

  function leave(row: string, reason: string): void {
    const known = reasons.has(reason) || reasons.size < REASONS ? reason : OTHER;
    const group = reasons.get(known) ?? { count: 0, rows: [] };
    group.count += 1;
    if (group.rows.length < NAMED) group.rows.push(row);
    reasons.set(known, group);
  }

  return {
    took({ row, line, shortened }, result) {
      counts.read += 1;
      counts[result.outcome] += 1;
      if (shortened && shortened.length > 0) counts.shortened += 1;
      for (const { kind, count } of result.redacted ?? [])
        redacted.set(kind, (redacted.get(kind) ?? 0) + count);
      if (result.error !== undefined) leave(row, result.error);
      every?.write(`${JSON.stringify({ row, record: line.record, ...result, shortened })}\n`);
    },
    skipped(row, reason) {
      counts.read += 1;
      counts.skipped += 1;
      leave(row, reason);
      every?.write(`${JSON.stringify({ row, outcome: 'skipped', error: reason })}\n`);
    },
    report: () => ({
      ...of,
      ...counts,
      redacted: Object.fromEntries([...redacted].sort()),
      left_out: [...reasons]
        .map(([reason, group]) => ({ reason, ...group }))
        .sort((a, b) => b.count - a.count),
    }),
  };
}
