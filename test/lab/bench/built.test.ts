import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const BENCH = fileURLToPath(new URL('../../../lab/bench/', import.meta.url));

const calls = readdirSync(BENCH, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [
    ...readFileSync(`${BENCH}${file}`, 'utf8').matchAll(
      /built<typeof import\('[./]+src\/([^']+)'\)>\(\s*'([^']+)'/g,
    ),
  ])
  .map(([, source, path]) => [source, path] as const);

test('a built module is imported from the place of the source that gives its type', () => {
  expect(calls.length).toBeGreaterThan(5);
  for (const [source, path] of calls) expect(path).toBe(source);
});
