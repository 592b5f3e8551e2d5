import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('../docs/decisions/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const index = read('README.md');
const [accepted = '', merged = ''] = index.split('\n## Merged and superseded\n');

test.each(pages)('the index names decision %s by its title', (page) => {
  const [, number = '', title] = /^# (\d+)\. (.+)\n/.exec(read(page)) ?? [];
  expect(page.startsWith(`${number.padStart(4, '0')}-`)).toBe(true);
  expect(accepted).toContain(`| ${number} | [${title}](${page}) |`);
});

test('each number is accepted, merged into one that is, or was never given', () => {
  const kept = [...accepted.matchAll(/^\| (\d+) \| \[/gm)].map(([, number]) => Number(number));
  const rows = [...merged.matchAll(/^\| (\d+) \| (.+) \|$/gm)];
  for (const [, into] of rows) expect(kept).toContain(Number(into));
  const gone = rows.flatMap(([, , titles = '']) => titles.split('; ').map(Number.parseFloat));
  const [, unused = ''] = /^The numbers (.+) were never given/m.exec(merged) ?? [];
  const numbers = [...kept, ...gone, ...[...unused.matchAll(/\d+/g)].map(Number)];
  expect(numbers.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: Math.max(...kept) }, (_, i) => i + 1),
  );
});
