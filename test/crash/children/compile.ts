import { execFileSync } from 'node:child_process';
import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Compiled children: each is run by Node itself, because a loader would take longer than the child. */
export interface Children {
  readonly lean: string;
  readonly workload: string;
}

/** Compiles the children and the sources they import into a directory that looks like the repository. */
export function compileChildren(directory: string): Children {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = join(ROOT, 'test', 'crash', 'children');
  execFileSync(process.execPath, [tsc, '-p', project, '--outDir', directory], { stdio: 'inherit' });
  for (const name of ['node_modules', 'sqlite-for-node20', 'migrations']) {
    symlinkSync(join(ROOT, name), join(directory, name));
  }
  copyFileSync(join(ROOT, 'package.json'), join(directory, 'package.json'));
  const child = (name: string) => join(directory, 'test', 'crash', 'children', `${name}.js`);
  return { lean: child('lean'), workload: child('workload') };
}
