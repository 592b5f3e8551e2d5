import { applyEdits } from '../../src/domain/privacy/edits.js';
import { secretFinder } from '../../src/domain/privacy/findSecrets.js';
import { placesOf } from '../../src/domain/privacy/placesOf.js';
import { table } from '../../tools/table.js';
import { corpusFiles } from './corpus.js';
import { isSecretShaped } from './isSecretShaped.js';

const MB = 1_000_000;

/**
 * Runs the filter over the text files of a directory and says how many of its finds have the shape of a secret, by rule.
 * Lists the others with their place, masked, so that a person can look them up. `megabytes` bounds what is read.
 */
export function precision(directory: string, megabytes: number): string {
  const find = secretFinder();
  const rules = new Map<string, { finds: number; shaped: number }>();
  const doubtful: string[] = [];
  let files = 0;
  let bytes = 0;
  for (const { path, text } of corpusFiles(directory, megabytes * MB)) {
    files += 1;
    bytes += Buffer.byteLength(text);
    const edits = find(text);
    const places = placesOf(text, edits);
    for (const [index, { rule, start, end }] of edits.entries()) {
      const found = text.slice(start, end);
      const counts = rules.get(rule) ?? { finds: 0, shaped: 0 };
      counts.finds += 1;
      rules.set(rule, counts);
      if (isSecretShaped(found)) counts.shaped += 1;
      else doubtful.push(`  ${path}:${places[index]?.line} ${rule} ${masked(found)}`);
    }
    if (find(applyEdits(text, edits)).length > 0) {
      throw new Error(`${path}: a second pass of the filter finds more`);
    }
  }
  const all = [...rules.values()].reduce(
    (sum, { finds, shaped }) => ({ finds: sum.finds + finds, shaped: sum.shaped + shaped }),
    { finds: 0, shaped: 0 },
  );
  const rows = [...rules].sort((a, b) => b[1].finds - a[1].finds);
  return [
    `${files} text files, ${(bytes / MB).toFixed(1)} MB: ${all.finds} finds, ${all.shaped} with the shape of a secret (${percent(all)}).`,
    '',
    table(
      ['rule', 'finds', 'shaped', ''],
      rows.map(([rule, counts]) => [
        rule,
        String(counts.finds),
        String(counts.shaped),
        percent(counts),
      ]),
    ),
    '',
    doubtful.length === 0 ? 'Every find has it.' : 'Without it (masked):',
    ...doubtful,
  ].join('\n');
}

const percent = ({ finds, shaped }: { finds: number; shaped: number }) =>
  finds === 0 ? '–' : `${((100 * shaped) / finds).toFixed(1)} %`;

/** The first three characters, and of the others their sort: enough to recognise a form, too little for a secret. */
function masked(found: string): string {
  const sorts = found
    .slice(3, 40)
    .replace(/[a-z]/g, 'a')
    .replace(/[A-Z]/g, 'A')
    .replace(/\d/g, '0')
    .replace(/\s+/g, ' ');
  return `${JSON.stringify(found.slice(0, 3) + sorts)}, ${found.length} characters`;
}
