import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFreshFile } from '../../src/files/writeFile.js';
import { makePipe } from '../support/pipe.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('what a link leads to stays as it is', () => {
  const directory = temporaryDirectory();
  const [victim, file] = [join(directory, 'victim'), join(directory, 'writer.json')];
  writeFileSync(victim, 'precious');
  symlinkSync(victim, file);
  writeFreshFile(file, 'new');
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(readFileSync(file, 'utf8')).toBe('new');
});

test('a pipe or a file with other modes is replaced by a file for the owner only', () => {
  const file = join(temporaryDirectory(), 'clock.json.new');
  makePipe(file);
  writeFreshFile(file, 'first');
  writeFileSync(file, 'second', { mode: 0o666 });
  writeFreshFile(file, 'third', { flush: true });
  expect(readFileSync(file, 'utf8')).toBe('third');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
