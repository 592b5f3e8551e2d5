import { checkDirectory } from './checkDirectory.js';
import { makeDirectory } from './makeDirectory.js';
import { tightenPermissions } from './tightenPermissions.js';

/**
 * Makes a data directory that a vault may write to: creates it (0700) if it is missing, checks it (`checkDirectory`), and
 * makes it and the files of the vault private. Returns its real path, since a link could lead elsewhere later.
 */
export function claimDirectory(directory: string): string {
  makeDirectory(directory);
  const real = checkDirectory(directory);
  tightenPermissions(real);
  return real;
}
