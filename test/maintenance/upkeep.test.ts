import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noteUpkeep, noteVerified, readUpkeep } from '../../src/maintenance/upkeep.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('what is noted is added to what was noted, for the owner alone', () => {
  const dataDir = temporaryDirectory();
  expect(readUpkeep(dataDir)).toEqual({});
  noteUpkeep(dataDir, { backedUp: { at: 5, events: 2 } });
  noteVerified(dataDir, { ok: false, events: 3, problems: [] });
  expect(readUpkeep(dataDir)).toMatchObject({
    backedUp: { at: 5, events: 2 },
    verified: { ok: false, events: 3 },
  });
  expect(readdirSync(dataDir)).toEqual(['upkeep.json']);
  expect(statSync(join(dataDir, 'upkeep.json')).mode & 0o777).toBe(0o600);
});

test('a damaged file says nothing, and what cannot be noted fails nothing', () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'upkeep.json'), '{"verified":');
  expect(readUpkeep(dataDir)).toEqual({});
  const folder = join(dataDir, 'other');
  mkdirSync(join(folder, 'upkeep.json'), { recursive: true });
  noteUpkeep(folder, { backedUp: { at: 5, events: 2 } });
  expect(readUpkeep(folder)).toEqual({});
});
