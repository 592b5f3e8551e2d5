import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { RECIPES, UNNOTICED } from './omissions/recipes.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('docs/recipes.md names every file of the recipes, and only files that are there', () => {
  const named = readFileSync(join(ROOT, 'docs/recipes.md'), 'utf8').match(
    /(?<=`)(src|test|scripts|lab)\/[^`]*(?=`)/g,
  );
  const steps = Object.values(RECIPES).flat();
  for (const { planted } of steps) for (const { file } of planted) expect(named).toContain(file);
  for (const { foundBy } of Object.values(UNNOTICED)) expect(named).toContain(foundBy);
  expect(named?.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
