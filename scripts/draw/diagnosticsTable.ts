import {
  DIAGNOSTIC_GROUPS,
  type DiagnosticCode,
  entryOf,
} from '../../src/diagnostics/catalogue.js';
import { markdownTable } from '../../tools/markdownTable.js';

/** Diagnostics by their codes, each with its level, its meaning and what to do. */
function diagnosticsTable(entries: Readonly<Partial<Record<DiagnosticCode, unknown>>>): string {
  // The keys are codes; Object.keys forgets it.
  const rows = (Object.keys(entries) as DiagnosticCode[]).map((code) => {
    const { level, meaning, next = '–', condition } = entryOf(code);
    const lasts = condition ? ` (a condition: ${condition})` : '';
    return [`\`${code}\``, level, `${meaning}${lasts}`, next];
  });
  return markdownTable(['code', 'level', 'meaning', 'what to do'], rows);
}

/** All diagnostics, with a heading for each group. */
export const messagesByGroup = (): string =>
  Object.entries(DIAGNOSTIC_GROUPS)
    .map(([group, entries]) => `## ${group}\n\n${diagnosticsTable(entries)}`)
    .join('\n\n');
