import { closeSync, openSync, writeFileSync } from 'node:fs';

/** A file that gets a line about each row of an import. */
export interface RowFile {
  /** Throws where the disk is full, and in other such cases. */
  write(line: string): void;
  close(): void;
}

/** Opens the file, anew. Throws what Node throws where that cannot be done. */
export function rowFile(file: string): RowFile {
  const handle = openSync(file, 'w', 0o600);
  return {
    // At once: lines that wait for the disk would fill the memory.
    write: (line) => writeFileSync(handle, line),
    close: () => closeSync(handle),
  };
}
