import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bytesOf, dataFiles } from '../config/dataFiles.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { erases } from '../events/vaultEvent.js';
import { syncPath, writeFreshFile } from '../files/writeFile.js';
import type { EventLog } from '../log/eventLog.js';
import { erasesAfter } from '../log/sqlite/erase.js';
import { headOf } from '../log/sqlite/headOf.js';
import type { MigrateOptions } from '../log/sqlite/migrate.js';
import { copyDatabase, readShared } from '../sqlite/databaseFiles.js';
import { timeInNames } from './loss/accept.js';

/** A copy, and a migration that writes every row anew: it fills the write-ahead log, and then the file. */
const TIMES = 3;

interface CopyOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Free bytes of the disk; undefined where they cannot be told. */
  readonly freeBytes: number | undefined;
  readonly say: (said: Diagnostic) => void;
}

/** Keeps a copy of a log before it is migrated, as `log.db.before-N` (0600), N being the new format. */
export function copyBefore(dataDir: string, { now, freeBytes, say }: CopyOptions) {
  const file = dataFiles({ dataDir }).log;
  let done: { readonly from: number; readonly to: number; readonly copy: string } | undefined;
  return {
    /** Throws `disk_full`, and makes nothing, where there is no room for the copy and the migration. */
    before(from, to) {
      refuseFull({ file, from, to }, freeBytes);
      const name = `${file}.before-${to}`;
      const copy = copiesBefore(dataDir).includes(name) ? `${name}-${timeInNames(now)}` : name;
      const partial = `${copy}.partial`;
      try {
        writeFreshFile(partial, '');
        copyDatabase(file, partial);
        syncPath(partial);
        renameSync(partial, copy);
        syncPath(dataDir);
      } catch (error) {
        rmSync(partial, { force: true });
        throw error;
      }
      done = { from, to, copy };
    },
    /** Says what was done. To be called when the log is migrated. */
    sayMigrated() {
      if (!done) return;
      const { from, to, copy } = done;
      const message = `${file} was brought from format ${from} to format ${to}. How it was is kept as ${copy} until the next backup`;
      say(new Diagnostic('log_migrated', message, { file }));
    },
  } satisfies { before: MigrateOptions['before']; sayMigrated(): void };
}

function refuseFull(
  { file, from, to }: { readonly file: string; readonly from: number; readonly to: number },
  freeBytes: number | undefined,
): void {
  const least = TIMES * bytesOf(file);
  if (freeBytes === undefined || freeBytes >= least) return;
  const [needed, free] = [Math.ceil(least / 1e6), Math.floor(freeBytes / 1e6)];
  throw new Diagnostic(
    'disk_full',
    `to bring ${file} from format ${from} to format ${to}, and to keep a copy of it, ${needed} MB must be free, and ${free} MB are. Nothing was changed`,
    { file, next: 'free some space on that disk, and start again' },
  );
}

/** The copies that a directory has from before a migration. */
export function copiesBefore(dataDir: string): readonly string[] {
  const start = `${basename(dataFiles({ dataDir }).log)}.before-`;
  const names = readdirSync(dataDir).filter((name) => name.startsWith(start));
  return names.map((name) => join(dataDir, name));
}

export function removeCopiesBefore(dataDir: string): void {
  for (const copy of copiesBefore(dataDir)) rmSync(copy, { force: true });
}

/** Removes those copies as soon as something is forgotten that they still hold, also when the last stop interrupted that. */
export function forgetInCopies(dataDir: string, log: Pick<EventLog, 'onGrown'>): void {
  const file = dataFiles({ dataDir }).log;
  const holdsErased = (copy: string) => {
    const { position } = readShared(copy, headOf);
    return readShared(file, (sql) => erasesAfter(sql, position));
  };
  if (copiesBefore(dataDir).some(holdsErased)) removeCopiesBefore(dataDir);
  log.onGrown(({ events }) => {
    if (events.some(({ type }) => erases(type))) removeCopiesBefore(dataDir);
  });
}
