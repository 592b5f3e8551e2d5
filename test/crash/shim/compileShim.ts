import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('faults.c', import.meta.url));

/** The reason why the shim cannot be used on this machine; undefined where it can. */
export const noShim: string | undefined =
  process.platform !== 'linux'
    ? `a preload shim needs Linux, this is ${process.platform}`
    : spawnSync('cc', ['--version']).status !== 0
      ? 'a preload shim needs a C compiler: there is no cc'
      : undefined;

/** Compiles the shim into a directory and returns the file to preload. */
export function compileShim(directory: string): string {
  const file = join(directory, 'faults.so');
  const flags = ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror'];
  const { status, stderr } = spawnSync('cc', [...flags, '-o', file, SOURCE, '-ldl'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`cc failed: ${stderr}`);
  return file;
}
