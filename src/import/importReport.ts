import type { NoteLine } from '../domain/archive/archiveLine.js';
import type { LineResult, NoteToCome, Report } from '../domain/importing/report.js';
import type { SourceRow } from './sourceRow.js';

/** Rows that are named of those with one reason, and notes that are shown of a table. */
const NAMED = 3;
/** Reasons that are told apart: a source may have another one for each row. */
const REASONS = 50;
const OTHER = 'other reasons: --report FILE lists each row';

export type GrowingReport = ReturnType<typeof importReport>;

/** An empty report, which grows row by row. `every` gets a line of JSON about each row. */
export function importReport(
  { mapping, ...of }: Pick<Report, 'source' | 'run' | 'dry_run' | 'mapping'>,
  every: { write(line: string): unknown } | undefined,
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
