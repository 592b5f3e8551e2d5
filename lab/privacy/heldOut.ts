import { applyEdits } from '../../src/privacy/edits.js';
import { secretFinder } from '../../src/privacy/findSecrets.js';
import { readHarmlessTable } from '../../test/privacy/harmlessTable.js';
import { readSecretTable } from '../../test/privacy/secretTable.js';
import { percent } from './percent.js';

const at = (name: string) => new URL(`./heldOut/${name}`, import.meta.url);

/** Says how many rows of `heldOut`, with which no rule was made, the filter gets right, and lists the others. */
export function heldOut(): string {
  const find = secretFinder();
  const filtered = (text: string) => applyEdits(text, find(text));
  const secrets = readSecretTable(0, at('secrets.txt'));
  const harmless = readHarmlessTable(at('harmless.txt'));
  const missed = secrets.filter(({ text, expected }) => filtered(text) !== expected);
  const touched = harmless.filter((text) => filtered(text) !== text);
  return [
    'On texts that no rule was made with:',
    `  ${secrets.length} with secrets, ${secrets.length - missed.length} redacted as they should be (${percent(secrets.length - missed.length, secrets.length)})`,
    ...missed.map(({ text }) => `    not so: ${JSON.stringify(filtered(text))}`),
    `  ${harmless.length} without, ${harmless.length - touched.length} left alone (${percent(harmless.length - touched.length, harmless.length)})`,
    ...touched.map((text) => `    not so: ${JSON.stringify(filtered(text))}`),
  ].join('\n');
}
