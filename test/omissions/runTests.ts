import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { type Planted, plantedIn } from './plant.js';

/** What vitest writes of a run, as far as it is read here. */
interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** What is large and only read. */
const LINKED = ['node_modules', 'sqlite-for-node20'];

const NOT_COPIED = ['.git', 'dist', ...LINKED];

/** Runs a test file in a copy of the tree with things planted into it and gives the names of the tests that fail. */
export async function failingTests(
  root: string,
  planted: readonly Planted[],
  testFile: string,
): Promise<readonly string[]> {
  const copy = temporaryDirectory();
  for (const one of readdirSync(root).filter((name) => !NOT_COPIED.includes(name))) {
    cpSync(join(root, one), join(copy, one), { recursive: true });
  }
  for (const one of LINKED) symlinkSync(join(root, one), join(copy, one));
  for (const file of new Set(planted.map((one) => one.file))) {
    const path = join(copy, file);
    writeFileSync(path, plantedIn(file, readFileSync(path, 'utf8'), planted));
  }
  const output = join(copy, 'results.json');
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'tests',
      '--reporter',
      'json',
      '--outputFile',
      output,
      testFile,
    ],
    // What was left out fails the tests of `npm test` already.
    { cwd: copy, stdio: 'ignore', env: { ...process.env, TEST_ALL: '' } },
  );
  await new Promise((resolve) => child.on('close', resolve));
  // Only ever written by vitest, just now.
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Results;
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ fullName, status }) => (status === 'failed' ? [fullName] : []));
}
