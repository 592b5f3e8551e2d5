import { statfs } from 'node:fs/promises';

/** Bytes of the disk of a directory; undefined without that directory: then a vault has no disk. */
export async function diskSize(directory: string): Promise<number | undefined> {
  try {
    const { blocks, bsize } = await statfs(directory);
    return blocks * bsize;
  } catch {
    return undefined;
  }
}
