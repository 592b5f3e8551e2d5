import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The reason why nothing can be mounted here; undefined where it can. */
export function noMounts(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'mounting needs Linux and root';
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', directory]).status === 0;
  if (mounted) unmount(directory);
  rmdirSync(directory);
  return mounted ? undefined : 'this machine does not let root mount';
}

/** Mounts a file system in memory of so many MiB on a new directory. */
export function mountSmall(directory: string, mebibytes: number): void {
  mkdirSync(directory, { recursive: true });
  mount('-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'tmpfs', directory);
}

/** Makes a directory read-only for everybody, root included. */
export function mountReadOnly(directory: string): void {
  mount('--bind', directory, directory);
  mount('-o', 'remount,ro,bind', directory);
}

export function unmount(directory: string): void {
  execFileSync('umount', ['--lazy', directory]);
}

/** Unmounts everything below a directory. */
export function unmountAllBelow(directory: string): void {
  if (process.platform !== 'linux') return;
  const points = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1]);
  for (const point of points.reverse()) if (point?.startsWith(`${directory}/`)) unmount(point);
}

const BALLAST = 'ballast';

/** Fills the file system of a directory but for `left` bytes. */
export function fill(directory: string, left = 0): void {
  const { bavail, bsize } = statfsSync(directory);
  writeFileSync(join(directory, BALLAST), Buffer.alloc(Math.max(0, bavail * bsize - left)));
}

export const empty = (directory: string) => rmSync(join(directory, BALLAST));

const mount = (...args: readonly string[]) => execFileSync('mount', args);
