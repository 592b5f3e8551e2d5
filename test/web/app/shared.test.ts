import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const WEB = new URL('../../../web/', import.meta.url);

test('what screens share is in one file: the whole kit is loaded at first', () => {
  const shared = readFileSync(new URL('app/shared.ts', WEB), 'utf8');
  const kit = readdirSync(new URL('kit/', WEB)).map((file) => file.replace(/\.tsx?$/, '.js'));
  expect(kit.length).toBeGreaterThan(10);
  expect(kit.filter((file) => !shared.includes(`'../kit/${file}'`))).toEqual([]);
});
