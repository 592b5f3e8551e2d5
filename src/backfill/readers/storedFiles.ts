import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { codeOf } from '../../diagnostics/diagnostic.js';

/** The names in a folder, sorted; none where there is no such folder. Throws where it cannot be read. */
export function namesAt(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The names in a folder that end so, sorted; none where there is no such folder, or it cannot be read. */
export function namesIn(folder: string, end = ''): readonly string[] {
  try {
    return namesAt(folder).filter((name) => name.endsWith(end));
  } catch {
    return [];
  }
}

/** The size of a file in bytes, and when it was last written, in milliseconds since 1970. */
interface StoredFile {
  readonly bytes: number;
  readonly modified: number;
}

/**
 * What there is of a regular file; undefined for anything else. An entry that leads nowhere, such as a link to itself, counts as an
 * empty file: whoever reads it hears what is wrong.
 */
export function fileIn(file: string): StoredFile | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() ? { bytes: found.size, modified: timeOf(found) } : undefined;
  } catch {
    return entryAt(file);
  }
}

function entryAt(file: string): StoredFile | undefined {
  try {
    return { bytes: 0, modified: timeOf(lstatSync(file)) };
  } catch {
    return undefined;
  }
}

const timeOf = ({ mtimeMs }: Stats) => Math.floor(mtimeMs);
