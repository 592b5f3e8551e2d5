import { diagnosticOf } from '../diagnostics/diagnostic.js';
import { decodeText } from '../domain/decodeText.js';
import { readRegularFile } from '../files/regularFile.js';

/** The text of a file that a setting names. The message of an error goes on after the name of the setting. */
export function readSettingFile(file: string): string {
  let text: string | undefined;
  try {
    text = decodeText(readRegularFile(file));
  } catch (error) {
    const why =
      diagnosticOf(error).code === 'file_not_regular'
        ? 'is a pipe, a device or a directory: name a regular file, or a link to one'
        : 'cannot be read: check the path and its permissions';
    throw new Error(`names ${file}, which ${why}`, { cause: error });
  }
  if (text === undefined)
    throw new Error(`names ${file}, which is no text in UTF-8: save it as UTF-8`);
  return text;
}
