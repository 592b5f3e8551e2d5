import { close as closeLater, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from '../files/syncPath.js';
import { removeDatabase } from '../sqlite/databaseFiles.js';

/** The file in which the read models of `file` are built before they replace it. */
export const freshFile = (file: string) => `${file}.new`;

/** The file in which their search index is built meanwhile. */
export const indexFile = (file: string) => `${freshFile(file)}-index`;

/** Removes the files that an interrupted build of `file` left behind. */
export function removeBuild(file: string): void {
  removeDatabase(freshFile(file));
  removeDatabase(indexFile(file));
}

/**
 * Replaces the old database with the fresh one; `close` closes the old one if it is open. A crash on the way leaves no
 * database, and the next start builds one. Throws when a part of the fresh one is not in its file.
 */
export function replaceDatabase(file: string, close: () => void = () => {}): void {
  const fresh = freshFile(file);
  // Closing it moved its write-ahead log into the file; SQLite reports no error when the disk fails that.
  if (existsSync(`${fresh}-wal`))
    throw new Error(
      `${fresh}: the new read models could not be written in full: is there free space?`,
    );
  // It was built without syncing, so it has to be synced before it replaces the old one.
  syncPath(fresh);
  // Each step is synced before the next: an old file must not lose its write-ahead log, and a new file must not stand
  // next to the write-ahead log of the old one, which SQLite would apply to it.
  const letGo = holdOpen(file);
  rmSync(file, { force: true });
  // Closed after the removal: SQLite sees that the file is gone, and does not move its write-ahead log into it in vain.
  close();
  syncPath(dirname(file));
  removeDatabase(file);
  syncPath(dirname(file));
  renameSync(fresh, file);
  syncPath(dirname(file));
  letGo();
}

/**
 * Opens the files of a database, so that the disk does not free them when they are removed: for big files that takes a
 * while, and the last one to close them waits for it. Returns what closes them, on another thread. To be called when
 * the database is closed, since closing any handle of a file drops the locks that SQLite has on it.
 */
function holdOpen(file: string): () => void {
  const handles = [file, `${file}-wal`].filter(existsSync).map((path) => openSync(path, 'r'));
  return () => {
    for (const handle of handles) closeLater(handle, () => {});
  };
}
