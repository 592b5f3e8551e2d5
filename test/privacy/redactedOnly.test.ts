import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

test('only the privacy filter makes redacted text', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
  const casts = files.filter(
    (file) =>
      file.endsWith('.ts') &&
      /\bas\s+(unknown\s+as\s+)?Redacted\b/.test(readFileSync(join(SRC, file), 'utf8')),
  );
  expect(casts).toEqual([join('privacy', 'privacyFilter.ts')]);
});
