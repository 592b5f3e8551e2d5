import { lstatSync, realpathSync, statSync } from 'node:fs';
import nodePath, { dirname, type PlatformPath, resolve } from 'node:path';

/** What a path leads to. `real` is the file without symbolic links, and `size` is in bytes. */
export type Found =
  | { readonly kind: 'file'; readonly real: string; readonly size: number }
  | { readonly kind: 'none' | 'folder' | 'outside' | 'unreadable' };

/**
 * What a path from `root` leads to; nothing is read. It is `outside` where the path or a symbolic link in it leads out of the
 * root, and `unreadable` for what is no plain file, for a link to nothing, and where the system refuses. Never throws.
 */
export function findFile(root: string, path: string): Found {
  const file = resolve(root, path);
  // On Windows, only to look at a path such as \\host\share would log in there.
  if (pathBelow(root, file) === undefined) return { kind: 'outside' };
  try {
    // The folder of a file that is gone can be a link, too.
    const there = nearestEntry(file);
    const real = realpathSync.native(there);
    if (pathBelow(realpathSync.native(root), real) === undefined) return { kind: 'outside' };
    if (there !== file) return { kind: 'none' };
    const found = statSync(real);
    if (found.isDirectory()) return { kind: 'folder' };
    return found.isFile() ? { kind: 'file', real, size: found.size } : { kind: 'unreadable' };
  } catch {
    return { kind: 'unreadable' };
  }
}

/** A path, or the nearest folder above it that exists. */
function nearestEntry(path: string): string {
  for (let at = path; ; at = dirname(at)) if (isThere(at) || dirname(at) === at) return at;
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A file is where a folder was.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return false;
    throw error;
  }
}

/** A path from `root`, with `/`: empty for the root itself, and undefined for what is not below it. Both are absolute. */
export function pathBelow(
  root: string,
  file: string,
  { relative, isAbsolute, sep }: PlatformPath = nodePath,
): string | undefined {
  const path = relative(root, file);
  // On Windows, a path on another drive stays absolute.
  if (isAbsolute(path) || path === '..' || path.startsWith(`..${sep}`)) return undefined;
  return path.replaceAll(sep, '/');
}
