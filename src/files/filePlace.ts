import { statSync } from 'node:fs';

/** What became of the name of a file that was opened by it. */
export type Place = 'there' | 'gone' | 'replaced';

/**
 * Remembers which file has a name now. The function says whether that name still leads to the same file: a process
 * that has it open would go on to write into a file that nobody can find. It takes some ten microseconds, and throws when the
 * name cannot be looked up, say because the directory may no longer be read.
 */
export function placeOf(file: string): () => Place {
  const opened = identityOf(file);
  return () => {
    const now = identityOf(file);
    if (now === undefined) return 'gone';
    return now === opened ? 'there' : 'replaced';
  };
}

/** Device and inode; undefined when there is no such file. Numbers of inodes may not fit into a double. */
function identityOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}
