import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** What one check found, and how long it took. `output` is what it printed. */
export interface Checked {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

/** TypeScript remembers there what it found in the last run, so a run after a small change takes a third of the time. */
const CACHE = join('node_modules', '.cache', 'memory-vault');

function types(project: string, name: string): readonly string[] {
  const tsc = join('node_modules', '@typescript', 'native', 'bin', 'tsc');
  return [tsc, '-p', project, '--incremental', '--tsBuildInfoFile', join(CACHE, `${name}.json`)];
}

/** The arguments of Node for each check. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  lint: [
    join('node_modules', '@biomejs', 'biome', 'bin', 'biome'),
    'check',
    '--error-on-warnings',
    '--colors=off',
  ],
  types: types('.', 'types'),
  'types of the page': types('web', 'types-page'),
  'types of its tests': types('test/browser', 'types-browser'),
};

/** Checks types and lint of the project in `root`, one after the other, and tells each as it starts. */
export async function check(root: string, starts: (name: string) => void): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const [name, args] of Object.entries(CHECKS)) {
    starts(name);
    checked.push(await runCheck(root, name, args));
  }
  return checked;
}

async function runCheck(root: string, name: string, args: readonly string[]): Promise<Checked> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return { name, ok: code === 0, seconds: (performance.now() - start) / 1000, output };
}
