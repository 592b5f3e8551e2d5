import { text as readAll } from 'node:stream/consumers';
import type { Command } from '@commander-js/extra-typings';
import { readConfig } from '../config/config.js';
import { applyEdits, placesOf } from '../privacy/edits.js';
import { secretFinder } from '../privacy/findSecrets.js';
import { ownPatterns } from '../privacy/privacyFilter.js';
import { KINDS } from '../privacy/rule.js';
import { command } from './terminal/program.js';

export function filterCommand(program: Command): void {
  command(program, 'filter', {
    description:
      'read a text from standard input and print it as it would be stored; ' +
      'standard error shows what was redacted, where and why',
    examples: ['filter --explain < note.txt'],
  })
    .option('--json', 'print text and redactions as one JSON object')
    .option('--explain', 'name the rule that found each secret, and the signals for it')
    .action(async ({ json, explain }) => {
      const find = secretFinder([ownPatterns(readConfig(process.env).privatePatterns)]);
      const given = await readAll(process.stdin);
      const edits = find(given);
      const text = applyEdits(given, edits);
      // The report must not repeat a secret: it gives places and sizes.
      const redactions = placesOf(given, edits).map((place, index) => ({
        ...place,
        ...(explain && { rule: edits[index]?.rule, signals: edits[index]?.signals }),
        why: KINDS[place.kind],
      }));
      if (json) {
        console.log(JSON.stringify({ text, redactions }, null, 2));
        return;
      }
      process.stdout.write(text);
      for (const { kind, line, column, characters, why, rule, signals = [] } of redactions) {
        const because = signals.length === 0 ? '' : ` (${signals.join(', ')})`;
        const by = rule === undefined ? '' : `, found by ${rule}${because}`;
        console.error(`${line}:${column} ${kind}: ${why}, ${characters} characters${by}`);
      }
      console.error(redactions.length === 1 ? '1 redaction' : `${redactions.length} redactions`);
    });
}
