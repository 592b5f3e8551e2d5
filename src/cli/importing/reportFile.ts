import { createWriteStream, openSync, realpathSync, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { messageOf } from '../../diagnostics/messageOf.js';
import { misused } from '../terminal/failed.js';
import { shownLine } from '../terminal/shown.js';

/** Opens the file that gets a line about each row. Throws `Failed` (usage) where it cannot be written, or is the source itself. */
export function openReportFile(file: string, source: string): WriteStream {
  if (realPlace(file) === realpathSync(source))
    throw misused('--report would overwrite what is to be imported: name another file');
  try {
    const stream = createWriteStream(file, { fd: openSync(file, 'w') });
    // `closeReportFile` tells it.
    return stream.on('error', () => {});
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

/** Resolves when all lines are in the file. Rejects where one could not be written. */
export async function closeReportFile(stream: WriteStream | undefined): Promise<void> {
  if (!stream) return;
  stream.end();
  await finished(stream);
}
