import type { Row } from './comparison.js';

/** A comparison as a table, followed by `all equal` or every difference. */
export function comparisonTable(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ what }) => what.length));
  const lines = rows.map(({ what, compared, differences }) => {
    const result = differences.length === 0 ? 'equal' : `${differences.length} DIFFERENT`;
    return `  ${what.padEnd(width)} ${String(compared).padStart(8)}  ${result}`;
  });
  return [`  ${'compared'.padEnd(width)}   values`, ...lines, verdict(rows)].join('\n');
}

/** `all equal`, or every difference on a line of its own. */
export function verdict(rows: readonly Row[]): string {
  const differences = rows.flatMap((row) => row.differences);
  return differences.length === 0 ? 'all equal' : differences.join('\n');
}
