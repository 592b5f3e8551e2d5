import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { HOOK } from '../support/hookProgram.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
  copyFileSync(HOOK, join(folder, 'hook.cjs'));
});

/** Puts another program behind `hook.cjs`, which says a word of four letters. Packages give every file the same time. */
function program(word: string, hash = 'a'.repeat(16)): void {
  const path = join(folder, 'hookMain.cjs');
  writeFileSync(path, `// ${hash}\nconst say = () => console.log('${word}');\nsay();\n`);
  utimesSync(path, new Date('1985-10-26'), new Date('1985-10-26'));
}

const run = () =>
  execFileSync(process.execPath, [join(folder, 'hook.cjs')], { encoding: 'utf8' }).trim();
const kept = () => readdirSync(join(folder, 'compiled'));

test('the second hook runs what V8 compiled for the first', () => {
  program('good');
  expect(run()).toBe('good');
  const [name = ''] = kept();
  expect(name).toMatch(/^hookMain\.cjs-none-/);
  // A text of the same length with the hash of the other: that its word is not said shows that nothing compiled it.
  program('evil');
  expect(run()).toBe('good');
  expect(kept()).toEqual([name]);
});

test('a program that was changed is compiled again, and what was kept of it goes', () => {
  program('once');
  run();
  program('then', 'b'.repeat(16));
  expect(run()).toBe('then');
  expect(kept()).toHaveLength(1);
  expect(run()).toBe('then');
});

test('what was kept and is no use is kept anew', () => {
  program('good');
  run();
  const path = join(folder, 'compiled', kept()[0] ?? '');
  const whole = readFileSync(path).length;
  for (const broken of [
    Buffer.alloc(0),
    Buffer.alloc(whole),
    readFileSync(path).subarray(0, 100),
  ]) {
    writeFileSync(path, broken);
    expect(run()).toBe('good');
    expect(readFileSync(path).length).toBeGreaterThan(100);
    expect(readFileSync(path)).not.toEqual(broken);
  }
});

test('where nothing can be kept, each hook compiles', () => {
  writeFileSync(join(folder, 'compiled'), 'a file where the folder would be');
  program('good');
  expect(run()).toBe('good');
  expect(run()).toBe('good');
  expect(readdirSync(folder).sort()).toEqual(['compiled', 'hook.cjs', 'hookMain.cjs']);
});

test('hooks that begin at the same time all run', async () => {
  program('good');
  const start = () => promisify(execFile)(process.execPath, [join(folder, 'hook.cjs')]);
  const ends = await Promise.all(Array.from({ length: 4 }, start));
  expect(ends.map(({ stdout }) => stdout)).toEqual(Array(4).fill('good\n'));
  expect(run()).toBe('good');
});
