import { renameSync, rmSync } from 'node:fs';

/**
 * Has a file made under the name `part`, of the same file system, and gives it its own name once it is whole: whoever looks
 * sees the old content or the new one. `part` is removed when `make` rejects and when the process exits.
 */
export async function replaceFile(
  file: string,
  part: string,
  make: () => Promise<void>,
): Promise<void> {
  const remove = () => rmSync(part, { force: true });
  // What an earlier process left, or a link that somebody has put there.
  remove();
  process.once('exit', remove);
  try {
    await make();
    renameSync(part, file);
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}
