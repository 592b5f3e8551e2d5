import { close as closeLater, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from '../files/syncPath.js';

/** Where the read models of `file` are built before they take its place. */
export const freshFile = (file: string) => `${file}.new`;

/** Where their search index is built meanwhile. */
export const indexFile = (file: string) => `${freshFile(file)}-index`;

/** Removes what a build of the read models of `file` has left behind. */
export function removeBuild(file: string): void {
  removeDatabase(freshFile(file));
  removeDatabase(indexFile(file));
}

/**
 * Removes a database with what belongs to it: a kill just after it was made leaves a rollback journal. The file itself
 * first: without it the rest is nothing.
 */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/**
 * Puts the fresh database in the place of the old one, which `close` closes if it is open. A crash on the
 * way leaves none, and the next start builds one. Throws when the fresh one is not wholly in its file.
 */
export function replaceDatabase(file: string, close: () => void = () => {}): void {
  const fresh = freshFile(file);
  // Closing it moved its write-ahead log into the file; SQLite says nothing when the disk fails that.
  if (existsSync(`${fresh}-wal`)) throw new Error('the new read models could not be written');
  // It was built without syncing, so that has to be done before it takes the place of the old one.
  syncPath(fresh);
  // Each step lasts before the next: an old file must not lose its write-ahead log, and a new one must
  // not be found beside an old one's, which SQLite would take for its own.
  const letGo = holdOpen(file);
  rmSync(file, { force: true });
  // Only now: SQLite sees that the file is gone, and does not move its write-ahead log into it in vain.
  close();
  syncPath(dirname(file));
  removeDatabase(file);
  syncPath(dirname(file));
  renameSync(fresh, file);
  syncPath(dirname(file));
  letGo();
}

/**
 * Keeps the files of a database from being given back to the disk when they are removed: for big ones that takes a
 * while, and whoever closes them last waits for it. Gives what lets go of them, off this thread; until their database
 * is closed that would take away its locks.
 */
function holdOpen(file: string): () => void {
  const handles = [file, `${file}-wal`].filter(existsSync).map((path) => openSync(path, 'r'));
  return () => {
    for (const handle of handles) closeLater(handle, () => {});
  };
}
