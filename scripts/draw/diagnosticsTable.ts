import { DIAGNOSTICS, type DiagnosticCode, entryOf } from '../../src/diagnostics/catalogue.js';
import { markdownTable } from '../../tools/markdownTable.js';

/** Every diagnostic by its code, with its level, its meaning and what to do. */
export function diagnosticsTable(): string {
  // The keys of DIAGNOSTICS are its codes; Object.keys forgets it.
  const rows = (Object.keys(DIAGNOSTICS) as DiagnosticCode[]).map((code) => {
    const { level, meaning, next = '–', condition } = entryOf(code);
    const lasts = condition ? ` (a condition: ${condition})` : '';
    return [`\`${code}\``, level, `${meaning}${lasts}`, next];
  });
  return markdownTable(['code', 'level', 'meaning', 'what to do'], rows);
}
