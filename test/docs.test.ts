import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawnDocs } from '../scripts/draw/drawnDocs.js';

test('the diagrams and tables of the docs match the code (npm run docs updates them)', () => {
  const docs = drawnDocs(new URL('../', import.meta.url));
  expect(docs.size).toBeGreaterThan(1);
  for (const [file, text] of docs) expect(readFileSync(file, 'utf8')).toBe(text);
});
