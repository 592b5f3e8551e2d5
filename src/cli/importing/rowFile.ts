import { closeSync, openSync, realpathSync, writeFileSync } from 'node:fs';
import { messageOf } from '../../diagnostics/messageOf.js';
import { misused } from '../terminal/failed.js';
import { shownLine } from '../terminal/shown.js';

/** A file that gets a line about each row of an import. */
export interface RowFile {
  /** Throws where the disk is full, and in other such cases. */
  write(line: string): void;
  close(): void;
}

/** Opens the file, anew. Throws `Failed` (usage) where it cannot be written, or is the source itself. */
export function rowFile(file: string, source: string): RowFile {
  if (realPlace(file) === realpathSync(source))
    throw misused('--report would overwrite what is to be imported: name another file');
  const handle = opened(file);
  return {
    // At once: lines that wait for the disk would fill the memory.
    write: (line) => writeFileSync(handle, line),
    close: () => closeSync(handle),
  };
}

function opened(file: string): number {
  try {
    return openSync(file, 'w', 0o600);
  } catch (error) {
    throw misused(`--report cannot be written: ${shownLine(messageOf(error))}`);
  }
}

/** Where a file is; '' where there is none. */
function realPlace(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return '';
  }
}
