import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawnDocs } from '../scripts/draw/drawnDocs.js';

test('the pictures and tables of the docs are what the code says (npm run docs draws them)', () => {
  const docs = drawnDocs(new URL('../', import.meta.url));
  expect(docs.size).toBeGreaterThan(1);
  for (const [file, text] of docs) expect(readFileSync(file, 'utf8')).toBe(text);
});
