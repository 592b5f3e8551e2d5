import { readFileSync } from 'node:fs';

/** The sentences of `harmless.txt`. */
export function readHarmlessTable(): readonly string[] {
  const file = readFileSync(new URL('./harmless.txt', import.meta.url), 'utf8');
  return file
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => line.replace(/\\([n\\])/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\')));
}
