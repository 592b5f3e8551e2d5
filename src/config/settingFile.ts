import { diagnosticOf } from '../diagnostics/diagnostic.js';
import { readRegularFile } from '../files/regularFile.js';

/** The text of a file that a setting names. The message of an error goes on after the name of the setting. */
export function readSettingFile(file: string): string {
  try {
    return readRegularFile(file);
  } catch (error) {
    const why =
      diagnosticOf(error).code === 'file_not_regular'
        ? 'is a pipe, a device or a directory: name a regular file, or a link to one'
        : 'cannot be read: check the path and its permissions';
    throw new Error(`names ${file}, which ${why}`, { cause: error });
  }
}
