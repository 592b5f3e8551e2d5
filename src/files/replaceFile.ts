import { renameSync, rmSync } from 'node:fs';

/**
 * Makes a file under the name `part`, of the same file system, and gives it its own name once it is whole: whoever looks
 * sees the old content or the new one. What is left of `part` is removed when `make` throws and when the process exits.
 */
export async function replaceFile(
  file: string,
  part: string,
  make: (part: string) => Promise<void>,
): Promise<void> {
  const remove = () => rmSync(part, { force: true });
  process.once('exit', remove);
  try {
    await make(part);
    renameSync(part, file);
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}
