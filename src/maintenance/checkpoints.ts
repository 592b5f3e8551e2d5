import { randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic, messageOf } from '../diagnostics/diagnostic.js';
import { readOwnFile } from '../files/regularFile.js';
import { makeFileOnce, syncPath, writeFreshFile } from '../files/writeFile.js';
import { openLogReader } from '../log/sqlite/migrate.js';
import { rehashLog } from '../log/verify/rehashLog.js';
import { type Checkpoint, formatCheckpoint, ownCheckpoint } from '../proof/checkpoint.js';
import type { VerifierKey } from '../proof/signedNote.js';
import {
  formatVerifierKey,
  newSigningKey,
  openNote,
  readSigningKey,
  readVerifierKey,
  type SigningKey,
  signNote,
} from '../proof/signingKey.js';
import { keepConfigured } from '../secrets/secretFile.js';

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
  const before = latest(dataDir, key);
  if (elsewhere !== undefined) before.push(openCheckpoint(elsewhere, key));
  const log = openLogReader(dataFiles({ dataDir }).log);
  try {
    const { size, root } = rehashLog(log, before);
    const note = signNote(formatCheckpoint({ origin: key.name, size, root }), key);
    keepLatest(dataDir, note);
    return { note, size };
  } finally {
    log.db.close();
  }
}

function latest(dataDir: string, key: VerifierKey): Checkpoint[] {
  const file = lastSignedFile(dataDir);
  if (!existsSync(file)) return [];
  try {
    return [openCheckpoint(readOwnFile(file), key)];
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(
      `${file} was not signed with the key of this vault: ${reason}. Put back the original checkpoint.key, or remove both files for a new identity`,
    );
  }
}

/** Reads a signed checkpoint. Throws when it was not signed with this key, is about another log than the key, or is none. */
export function openCheckpoint(note: string, key: VerifierKey): Checkpoint {
  return ownCheckpoint(openNote(note, key), key);
}

/** If it were lost with the power, the log could sign another history. */
function keepLatest(dataDir: string, note: string): void {
  const file = lastSignedFile(dataDir);
  const written = `${file}.${process.pid}`;
  writeFreshFile(written, note, { flush: true });
  renameSync(written, file);
  syncPath(dataDir);
}

const fileIn = (dataDir: string) => join(dataDir, 'checkpoint.key');

/**
 * Writes a configured key into `checkpoint.key`, from which everything reads it, if there is none. Throws `setting_wrong` for a
 * text that is no key, and what `keepConfigured` throws.
 */
export function keepCheckpointKey(dataDir: string, configured: string | undefined): void {
  if (configured === undefined) return;
  const setting = 'VAULT_CHECKPOINT_KEY';
  try {
    readSigningKey(configured);
  } catch (cause) {
    const message = `${setting} is not a key that signs checkpoints: copy the whole line of a checkpoint.key`;
    throw new Diagnostic('setting_wrong', message, { setting, cause });
  }
  const together = ' together with checkpoint.latest, which was signed with it';
  keepConfigured({ setting, file: fileIn(dataDir), configured, together });
}

/** The key that checkpoints are signed with, as the text in `checkpoint.key`, which is made (0600) on first use. */
export function checkpointKeyText(dataDir: string): string {
  const file = fileIn(dataDir);
  // The name is the origin of the log, and no other log may have the same.
  const name = `memory-vault/${randomBytes(8).toString('hex')}`;
  if (!existsSync(file)) makeFileOnce(file, `${newSigningKey(name)}\n`);
  return readOwnFile(file).trim();
}

/** The same, as a key. Throws `key_unusable` when the file holds none. */
export function checkpointKey(dataDir: string): SigningKey {
  const text = checkpointKeyText(dataDir);
  try {
    return readSigningKey(text);
  } catch (error) {
    const file = fileIn(dataDir);
    throw new Diagnostic('key_unusable', `${file} has no usable key`, {
      file,
      cause: error,
    });
  }
}

/** The key that a vault signs with, for those who check. Throws when the vault has signed nothing yet. */
export function ownVerifierKey(dataDir: string): VerifierKey {
  if (existsSync(fileIn(dataDir))) return checkpointKey(dataDir);
  throw new Diagnostic(
    'not_verified',
    `${dataDir} has no checkpoint.key: give the public key of the signer with --key`,
    { next: 'print it with memory-vault checkpoint --public-key on the machine of the vault' },
  );
}

/** A signed checkpoint, and the public key that it must be signed with. */
export interface SignedBy {
  readonly note: string;
  readonly key: string;
}

/** Reads such a checkpoint. Throws as `openCheckpoint` does. */
export const checkpointOf = ({ note, key }: SignedBy) => openCheckpoint(note, readVerifierKey(key));

/** Where a vault keeps the last checkpoint that it signed. */
export const lastSignedFile = (dataDir: string) => join(dataDir, 'checkpoint.latest');

/** The last checkpoint that a vault signed, unchecked, with its key; undefined when there is none. Throws without a key. */
export function lastSigned(dataDir: string): SignedBy | undefined {
  const file = lastSignedFile(dataDir);
  if (!existsSync(file)) return undefined;
  return { note: readOwnFile(file), key: formatVerifierKey(ownVerifierKey(dataDir)) };
}

/**
 * Keeps a checkpoint that another node signed with the same key as the last one of this vault, unless this one has signed a
 * later one itself: what it signs from now on has to extend it. Throws when it was signed with another key.
 */
export function keepNewestCheckpoint(dataDir: string, note: string): void {
  const sizeOf = (one: string) => openCheckpoint(one, checkpointKey(dataDir)).size;
  const own = lastSigned(dataDir);
  if (!own || sizeOf(own.note) < sizeOf(note)) keepLatest(dataDir, note);
}
