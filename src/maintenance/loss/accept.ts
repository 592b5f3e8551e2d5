import { constants, copyFileSync, existsSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { dataFiles } from '../../config/dataFiles.js';
import { Diagnostic } from '../../diagnostics/diagnostic.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { syncPath } from '../../files/writeFile.js';
import { type ReadDatabase, removeGlance } from '../../sqlite/databaseFiles.js';
import { describeLoss, type Loss, lossOf } from './find.js';

interface SettleOptions {
  /** Whether the log goes on without what it lost. */
  readonly accept: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Is told what was kept of what was lost. */
  readonly say: (said: Diagnostic) => void;
}

/**
 * To be called before anything of a vault is opened, by the process that holds its lock. Throws when other files of the
 * vault know of events that its log lacks, and leaves everything as it is; SQLite would overwrite what is left of them.
 * With `accept`, they are put aside under other names instead.
 */
export function settleLoss(dataDir: string, { accept, now, say }: SettleOptions): void {
  const { log: file, views } = dataFiles({ dataDir });
  for (const one of [file, views]) removeGlance(one);
  const loss = lossOf(dataDir);
  if (!loss) {
    if (accept) say(new Diagnostic('nothing_lost', `${file} lacks nothing`, ABOUT));
    return;
  }
  if (!accept) throw refusalFor(dataDir, loss);
  const lacks = describeLoss(dataDir, loss);
  const kept = keepEvidence(dataDir, loss, now).join(', ');
  const message = `${lacks}. The log goes on without these events; the files that still have them are kept as ${kept}`;
  say(new Diagnostic('loss_accepted', message, { file, ...ABOUT }));
}

/** What a start says of a vault before anything of it is opened; undefined where it lost nothing. `read` as for `lossOf`. */
export function refusalOfStart(dataDir: string, read: ReadDatabase): Diagnostic | undefined {
  const loss = lossOf(dataDir, read);
  return loss && refusalFor(dataDir, loss);
}

function refusalFor(dataDir: string, loss: Loss): Diagnostic {
  const isOther = !loss.wal && loss.ahead.length === 0;
  const code = isOther ? 'log_replaced' : 'log_lost_events';
  const { log: file } = dataFiles({ dataDir });
  return new Diagnostic(code, describeLoss(dataDir, loss), { file });
}

const ABOUT = { setting: '--accept-loss' };

/** A time in milliseconds since 1970 as a part of the name of a file. */
export function timeInNames(now: number): string {
  return formatTime(toSeconds(now)).replaceAll(/[:.]/g, '-');
}

/**
 * Puts what knows of lost events aside, so that the log goes on without them. Returns the names under which it is kept.
 * The write-ahead log comes last: until then a start is refused again.
 */
export function keepEvidence(
  dataDir: string,
  { wal, log, ahead, different }: Loss,
  now: number,
): readonly string[] {
  const time = timeInNames(now);
  const kept = [...ahead, ...different].flatMap(({ name }) =>
    name === 'views.db' ? keepViews(dataDir, time) : keepCheckpoint(dataDir, time),
  );
  if (wal) kept.push(keepWal(dataDir, log === 'there' ? wal.usable : 0, time));
  return kept;
}

/** The copy of its write-ahead log comes first, so that the two are never apart. */
function keepViews(dataDir: string, time: string): readonly string[] {
  const file = dataFiles({ dataDir }).views;
  const kept = `${file}.lost-${time}`;
  if (existsSync(`${file}-wal`)) {
    copyFileSync(`${file}-wal`, `${kept}-wal`, constants.COPYFILE_EXCL);
    syncPath(`${kept}-wal`);
  }
  renameSync(file, kept);
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  syncPath(dataDir);
  return [kept];
}

/**
 * The key goes as well, and first: with it, the vault would sign a history that contradicts the one that it has signed.
 * The next checkpoint is signed with a new key.
 */
function keepCheckpoint(dataDir: string, time: string): readonly string[] {
  return ['checkpoint.key', 'checkpoint.latest'].map((name) => {
    const kept = join(dataDir, `${name}.lost-${time}`);
    renameSync(join(dataDir, name), kept);
    syncPath(dataDir);
    return kept;
  });
}

/** Keeps a copy of the write-ahead log of log.db, and cuts off what SQLite cannot use of it. */
function keepWal(dataDir: string, usable: number, time: string): string {
  const file = join(dataDir, 'log.db-wal');
  const kept = `${file}.lost-${time}`;
  copyFileSync(file, kept, constants.COPYFILE_EXCL);
  syncPath(kept);
  syncPath(dataDir);
  truncateSync(file, usable);
  syncPath(file);
  return kept;
}
