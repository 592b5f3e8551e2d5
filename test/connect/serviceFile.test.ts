import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  readServiceFile,
  removeServiceFile,
  type ServiceFile,
  writeServiceFile,
} from '../../src/connect/serviceFile.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const SERVICE: ServiceFile = {
  url: 'http://127.0.0.1:7437',
  pid: 4711,
  version: '1.0.0',
  started_at: '2026-11-20T09:30:00.000Z',
  secret: 'ab'.repeat(32),
};

test('what was written is read again, by its owner alone, and replaces what was there', () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'service.json');
  const victim = join(directory, 'victim');
  writeFileSync(victim, 'precious');
  symlinkSync(victim, file);
  writeServiceFile(directory, SERVICE);
  expect(readServiceFile(directory)).toEqual(SERVICE);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeServiceFile(directory, { ...SERVICE, pid: 4712 });
  expect(readServiceFile(directory)).toEqual({ ...SERVICE, pid: 4712 });
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(readdirSync(directory).sort()).toEqual(['service.json', 'victim']);
});

test('a service removes only the file that it wrote itself', () => {
  const directory = temporaryDirectory();
  writeServiceFile(directory, SERVICE);
  removeServiceFile(directory, { ...SERVICE, pid: 4712 });
  removeServiceFile(directory, { ...SERVICE, started_at: '2026-11-20T09:30:00.001Z' });
  expect(readServiceFile(directory)).toEqual(SERVICE);
  removeServiceFile(directory, SERVICE);
  expect(readServiceFile(directory)).toBeUndefined();
  removeServiceFile(directory, SERVICE);
});

test.each([
  '',
  '{',
  'null',
  '[]',
  JSON.stringify({ ...SERVICE, url: 'file:///etc/passwd' }),
  JSON.stringify({ ...SERVICE, url: 'http://127.0.0.1:7437/elsewhere' }),
  JSON.stringify({ ...SERVICE, pid: '4711' }),
  JSON.stringify({ ...SERVICE, version: undefined }),
])('a file that holds %s is as good as none', (text) => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'service.json'), text);
  expect(readServiceFile(directory)).toBeUndefined();
});

test('a link to such a file is not followed', () => {
  const [directory, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  writeServiceFile(elsewhere, SERVICE);
  symlinkSync(join(elsewhere, 'service.json'), join(directory, 'service.json'));
  expect(readServiceFile(directory)).toBeUndefined();
});
