import { renameSync } from 'node:fs';
import { syncPath } from '../files/syncPath.js';
import { writeFreshFile } from '../files/writeFreshFile.js';
import { readCheckpoint } from '../log/signedCheckpoint/checkpoint.js';
import { openNote } from '../log/signedCheckpoint/signedNote.js';
import { checkpointKey } from './checkpointKey.js';
import { lastSigned, lastSignedFile } from './lastSigned.js';

/**
 * Keeps a checkpoint that another node signed with the same key as the last one of this vault, unless this one has signed a
 * later one itself: what it signs from now on has to extend it. Throws when it was signed with another key.
 */
export function keepNewestCheckpoint(dataDir: string, note: string): void {
  const sizeOf = (one: string) => readCheckpoint(openNote(one, checkpointKey(dataDir))).size;
  const own = lastSigned(dataDir);
  if (own && sizeOf(own.note) >= sizeOf(note)) return;
  const file = lastSignedFile(dataDir);
  const written = `${file}.${process.pid}`;
  writeFreshFile(written, note, { flush: true });
  renameSync(written, file);
  syncPath(dataDir);
}
