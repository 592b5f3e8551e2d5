import { existsSync, renameSync } from 'node:fs';
import { dataFiles } from '../config/dataFiles.js';
import { messageOf } from '../diagnostics/messageOf.js';
import { readOwnFile } from '../files/regularFile.js';
import { syncPath } from '../files/syncPath.js';
import { writeFreshFile } from '../files/writeFreshFile.js';
import {
  type Checkpoint,
  formatCheckpoint,
  readCheckpoint,
} from '../log/signedCheckpoint/checkpoint.js';
import type { VerifierKey } from '../log/signedCheckpoint/noteKey.js';
import { rehashLog } from '../log/signedCheckpoint/rehashLog.js';
import { openNote, signNote } from '../log/signedCheckpoint/signedNote.js';
import { openLogReader } from '../log/sqlite/migrate.js';
import { checkpointKey } from './checkpointKey.js';
import { lastSignedFile } from './lastSigned.js';

/** A signed checkpoint, and the number of events in it. */
export interface SignedCheckpoint {
  readonly note: string;
  readonly size: number;
}

/**
 * Signs a checkpoint of the log as it is on disk now (https://c2sp.org/tlog-checkpoint). The checkpoint is kept as
 * `checkpoint.latest`, because a log must never sign two histories that contradict each other. Throws when the chain is
 * broken, or when the log does not extend the last signed checkpoint or the one that `elsewhere` holds, which another node
 * signed with the same key.
 */
export function signCheckpoint(dataDir: string, elsewhere?: string): SignedCheckpoint {
  const key = checkpointKey(dataDir);
  const file = lastSignedFile(dataDir);
  const signed = elsewhere === undefined ? [] : [readCheckpoint(openNote(elsewhere, key))];
  const before = [...latest(file, key), ...signed];
  const log = openLogReader(dataFiles({ dataDir }).log);
  try {
    const { size, root } = rehashLog(log, before);
    const note = signNote(formatCheckpoint({ origin: key.name, size, root }), key);
    const written = `${file}.${process.pid}`;
    // If it were lost with the power, the log could sign another history.
    writeFreshFile(written, note, { flush: true });
    renameSync(written, file);
    syncPath(dataDir);
    return { note, size };
  } finally {
    log.db.close();
  }
}

function latest(file: string, key: VerifierKey): readonly Checkpoint[] {
  if (!existsSync(file)) return [];
  try {
    return [readCheckpoint(openNote(readOwnFile(file), key))];
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(
      `${file} was not signed with the key of this vault: ${reason}. Put back the original checkpoint.key, or remove both files for a new identity`,
    );
  }
}
