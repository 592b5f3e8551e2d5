import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { syncPath } from './syncPath.js';

/**
 * Makes a directory (0700) and its missing parents, durably: a name in a directory that was never synced may be gone
 * after a loss of power, with everything below it. A directory that exists is left as it is.
 */
export function makeDirectory(directory: string): void {
  const first = mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const above = dirname(resolve(first));
  for (let made = resolve(directory); made !== above; made = dirname(made)) syncPath(dirname(made));
}
