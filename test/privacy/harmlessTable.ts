import { readFileSync } from 'node:fs';

/** The sentences of `harmless.txt`, or of another file of its form. */
export function readHarmlessTable(
  path = new URL('./harmless.txt', import.meta.url),
): readonly string[] {
  const file = readFileSync(path, 'utf8');
  return file
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => line.replace(/\\([n\\])/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\')));
}
