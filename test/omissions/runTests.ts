import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { type Planted, plantedIn } from './plant.js';

/** A test that was run, by its file and name. */
export interface Ran {
  readonly file: string;
  readonly name: string;
}

/** What vitest writes of a run, as far as it is read here. */
interface Results {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** What is large and only read. */
const LINKED = ['node_modules', 'sqlite-for-node20'];

const NOT_COPIED = ['.git', 'dist', ...LINKED];

/** Runs some test files in a copy of the tree with things planted into it. */
export async function runTests(
  root: string,
  planted: readonly Planted[],
  files: readonly string[],
): Promise<{ readonly passed: readonly Ran[]; readonly failed: readonly Ran[] }> {
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
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'tests'],
      ...['--reporter', 'json', '--outputFile', output, ...files],
    ],
    { cwd: copy, stdio: 'ignore' },
  );
  await new Promise((resolve) => child.on('close', resolve));
  // Only ever written by vitest, just now.
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Results;
  const ran = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      ...{ file: name.slice(copy.length + 1), name: fullName },
      status,
    })),
  );
  const having = (status: string) =>
    ran.flatMap(({ file, name, ...one }) => (one.status === status ? [{ file, name }] : []));
  return { passed: having('passed'), failed: having('failed') };
}
