import { shownLine } from '../terminal/shown.js';
import type { Report } from './importReport.js';

/** Reasons that a terminal shows. */
const MOST_REASONS = 10;
/** Of a reason: one may list all that is wrong with a line. */
const LONGEST_REASON = 200;

/** A report for a person: what became of every row, and why some were left out. */
export function reportLines(report: Report): string[] {
  const { read, stored, same, revised, refused, skipped, shortened, dry_run } = report;
  const would = (done: string, planned: string) => (dry_run ? planned : done);
  const counts: readonly (readonly [number, string])[] = [
    [read, `read from ${report.source}`],
    [stored, would('stored', 'to be stored')],
    [revised, would('revised, because the source changed', 'to be revised')],
    [same, 'already there, unchanged'],
    [refused, 'refused by the vault'],
    [skipped, 'skipped'],
  ];
  const width = String(read).length;
  return [
    ...counts
      .filter(([count], i) => count > 0 || i < 2)
      .map(([count, what]) => `${String(count).padStart(width)} ${what}`),
    ...(shortened > 0 ? [`${shortened} of them shortened to fit`] : []),
    ...redactedLine(report),
    ...leftOutLines(report),
  ];
}

function redactedLine({ redacted }: Report): string[] {
  const kinds = Object.entries(redacted).map(([kind, count]) => `${count} ${kind}`);
  return kinds.length > 0 ? [`redacted: ${kinds.join(', ')}`] : [];
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
