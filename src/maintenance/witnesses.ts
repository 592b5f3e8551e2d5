import { existsSync } from 'node:fs';
import { dataFiles } from '../config/dataFiles.js';
import { isOfSurroundings } from '../diagnostics/diagnostic.js';
import { readCheckpoint } from '../log/signedCheckpoint/checkpoint.js';
import { readVerifierKey } from '../log/signedCheckpoint/noteKey.js';
import { openNote } from '../log/signedCheckpoint/signedNote.js';
import type { ReadDatabase } from '../sqlite/glance.js';
import { cursorsOf, sourceOf } from '../views/viewsFile.js';
import { lastSigned } from './lastSigned.js';

/** A file that says how far the log of its vault went. */
export interface Witness {
  readonly name: 'views.db' | 'checkpoint.latest';
  /** The last event that it knows. */
  readonly position: number;
  /** The hash of the log there, where it is known. */
  readonly hash: Buffer | undefined;
}

/**
 * What the other files of a vault say about its log. They follow the log after its sync, so no crash leaves them ahead of
 * it. A file that is missing, damaged or of another release says nothing. Throws when
 * one cannot be opened.
 */
export function witnessesOf(dataDir: string, read: ReadDatabase): readonly Witness[] {
  const all = [
    orUndefined(() => viewsWitness(dataFiles({ dataDir }).views, read)),
    orUndefined(() => checkpointWitness(dataDir)),
  ];
  return all.flatMap((witness) => (witness && witness.position > 0 ? [witness] : []));
}

function viewsWitness(file: string, read: ReadDatabase): Witness | undefined {
  if (!existsSync(file)) return undefined;
  return read(file, (views) => {
    const { position, hash } = sourceOf(views);
    // A number that is damaged is not believed: a read model has come as far.
    const isConfirmed = cursorsOf(views).some((cursor) => cursor.position === position);
    return isConfirmed ? { name: 'views.db', position, hash } : undefined;
  });
}

function checkpointWitness(dataDir: string): Witness | undefined {
  const signed = lastSigned(dataDir);
  if (!signed) return undefined;
  const { size } = readCheckpoint(openNote(signed.note, readVerifierKey(signed.key)));
  // Its root is compared where the whole log is read: by `verify`.
  return { name: 'checkpoint.latest', position: size, hash: undefined };
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    // That it cannot be opened now does not mean that it has nothing to say.
    if (isOfSurroundings(error)) throw error;
    return undefined;
  }
}
