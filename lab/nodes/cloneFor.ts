import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { npmScript, type OtherNode } from './otherNode.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Copies this clone, with its build, and installs its dependencies for another Node. One that is there stays. */
export async function cloneFor(node: OtherNode, directory: string, installed: string) {
  const clone = join(directory, `clone-${node.major}`);
  if (existsSync(clone)) return clone;
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  const options = { recursive: true };
  const built = ['dist', join('clients', 'typescript', 'dist')];
  for (const file of [...listed.split('\0').filter(Boolean), ...built]) {
    cpSync(join(ROOT, file), join(clone, file), options);
  }
  // Newer than the directories of the sources, or the build would look stale.
  const now = new Date();
  for (const file of [
    join('dist', 'LICENSES.txt'),
    join('clients', 'typescript', 'dist', 'index.js'),
  ])
    utimesSync(join(clone, file), now, now);
  if (node.major < 22) {
    // The package was installed from the same lock file: compiling it once is enough.
    const compiled = join('sqlite-for-node20', 'node_modules');
    cpSync(join(installed, compiled), join(clone, compiled), options);
  }
  const install = node.major < 22 ? ['ci', '--ignore-scripts'] : ['ci'];
  await node.must(clone, [npmScript('npm'), ...install, '--no-audit', '--no-fund']);
  return clone;
}

const Results = z.object({
  numPassedTests: z.number(),
  numTotalTests: z.number(),
  success: z.boolean(),
});

/** Runs the tests of a clone, without those of the page, shows them, and tells how many passed of how many. */
export async function testsOf(
  node: OtherNode,
  clone: string,
): Promise<{ readonly ok: boolean; readonly passed: number; readonly total: number }> {
  const results = join(dirname(clone), `results-${node.major}.json`);
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const child = node.start(clone, [
    vitest,
    'run',
    '--project',
    'tests',
    '--project',
    'isolated',
    '--reporter',
    'dot',
    '--reporter',
    'json',
    '--outputFile',
    results,
  ]);
  await new Promise((resolve) => child.once('close', resolve));
  const { success, ...counts } = Results.parse(JSON.parse(readFileSync(results, 'utf8')));
  const ok = success && child.exitCode === 0;
  return { ok, passed: counts.numPassedTests, total: counts.numTotalTests };
}
