import { existsSync, statSync } from 'node:fs';
import { dataFiles } from '../../config/dataFiles.js';
import { isOfSurroundings } from '../../diagnostics/diagnostic.js';
import { hashAt, headOf } from '../../log/sqlite/headOf.js';
import { isDamage } from '../../sqlite/database.js';
import { glance, type ReadDatabase } from '../../sqlite/databaseFiles.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { cursorsOf, sourceOf } from '../../views/viewsFile.js';
import { checkpointOf, lastSigned } from '../checkpoints.js';
import { type WalContent, walContent } from './walContent.js';

/** What a log lacks that other files of its vault know of. */
export interface Loss {
  /** Where the log ends, as SQLite reads it. */
  readonly head: number;
  readonly log: 'there' | 'empty' | 'missing';
  /** Its write-ahead log, if transactions in it cannot be read any more. */
  readonly wal: WalContent | undefined;
  /** Files that know later events, and those that know another event where the log has one. */
  readonly ahead: readonly Witness[];
  readonly different: readonly Witness[];
}

/**
 * What the log of a vault has lost, as far as the vault itself can tell; undefined when nothing. Reads only. `read` is for
 * a vault that a service may have open; by default no process has.
 */
export function lossOf(dataDir: string, read: ReadDatabase = glance): Loss | undefined {
  const file = dataFiles({ dataDir }).log;
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  const content = walContent(`${file}-wal`);
  // SQLite cannot use a write-ahead log without its file, and removes it.
  const lost = size ? content.lost : content.commits + content.lost;
  const wal = lost > 0 ? content : undefined;
  const witnesses = witnessesOf(dataDir, read);
  if (!wal && witnesses.length === 0) return undefined;
  if (!size) {
    const log = size === undefined ? 'missing' : 'empty';
    return { head: 0, log, wal, ahead: witnesses, different: [] };
  }
  const found = compared(file, witnesses, read);
  if (!wal && found.ahead.length + found.different.length === 0) return undefined;
  return { log: 'there', wal, ...found };
}

/**
 * What is lost once `restored` is the log of a vault: what its log has lost and `restored` lacks as well. A checkpoint
 * also counts that the log extends and `restored` does not. No process has the vault open.
 */
export function lossAfter(dataDir: string, restored: string): Loss {
  const before = lossOf(dataDir) ?? { ...UNREADABLE, log: 'there', wal: undefined };
  const after = compared(restored, witnessesOf(dataDir, glance), glance);
  const names = new Set([...before.ahead, ...before.different].map(({ name }) => name));
  const isLost = ({ name }: Witness) => names.has(name) || name === 'checkpoint.latest';
  const { ahead, different } = after;
  return { ...before, ahead: ahead.filter(isLost), different: different.filter(isLost) };
}

/** How many events a vault that no process has open knows of, whichever file it is that knows. */
export function knownEvents(dataDir: string): number {
  const file = dataFiles({ dataDir }).log;
  const { head } = existsSync(file) ? compared(file, [], glance) : UNREADABLE;
  return Math.max(head, ...witnessesOf(dataDir, glance).map(({ position }) => position));
}

type Compared = Pick<Loss, 'head' | 'ahead' | 'different'>;

const UNREADABLE: Compared = { head: 0, ahead: [], different: [] };

/** Compares a log with what is known of it. One that is damaged is compared with nothing: it is refused when it is opened. */
function compared(file: string, witnesses: readonly Witness[], read: ReadDatabase): Compared {
  return read(file, (log) => {
    try {
      const head = endOf(log);
      return {
        head,
        ahead: witnesses.filter(({ position }) => position > head),
        different: witnesses.filter(
          ({ position, hash }) => hash && position <= head && !hashAt(log, position)?.equals(hash),
        ),
      };
    } catch (error) {
      if (isNoLog(error)) return UNREADABLE;
      throw error;
    }
  });
}

/** True for errors of what is in a file, false for those of the disk. */
function isNoLog(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return isDamage(error) || code === 'SQLITE_ERROR' || !code.startsWith('SQLITE_');
}

/** The last position; 0 for a database without our tables, which a start would fill with those of a new log. */
function endOf(log: Sql): number {
  const isLog = log.get("SELECT 1 FROM sqlite_schema WHERE name = 'head'");
  return isLog ? headOf(log).position : 0;
}

/** What is missing, as a sentence about the log of this directory. */
export function describeLoss(dataDir: string, { head, log, wal, ahead, different }: Loss): string {
  const file = dataFiles({ dataDir }).log;
  const is = log === 'there' ? `ends at event ${head}` : `is ${log}`;
  const knows = [
    ...(wal ? [describeWal(wal, log)] : []),
    ...ahead.map(({ name, position }) => `${name} knows event ${position}`),
    ...different.map(({ name, position }) => `${name} knows a different event ${position}`),
  ];
  return `${file} ${is}, but ${knows.join(' and ')}`;
}

/** What the write-ahead log next to a file has lost, as a part of a sentence; undefined when nothing. */
export function describeLostWal(file: string): string | undefined {
  const content = walContent(`${file}-wal`);
  return content.lost > 0 ? describeDamage(content, `${file}-wal`) : undefined;
}

function describeWal(content: WalContent, log: Loss['log']): string {
  if (log === 'there') return describeDamage(content, 'log.db-wal');
  return `log.db-wal has ${count(content.commits + content.lost)}`;
}

function describeDamage({ usable, lost }: WalContent, name: string): string {
  const why = usable === 0 ? 'its header is damaged' : `it is damaged after byte ${usable}`;
  return `at least ${count(lost, 'more ')} in ${name} cannot be read because ${why}`;
}

function count(transactions: number, more = ''): string {
  return `${transactions} ${more}transaction${transactions === 1 ? '' : 's'}`;
}

/** A file that says how far the log of its vault went. */
interface Witness {
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
function witnessesOf(dataDir: string, read: ReadDatabase): readonly Witness[] {
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
  // Its root is compared where the whole log is read: by `verify`.
  return { name: 'checkpoint.latest', position: checkpointOf(signed).size, hash: undefined };
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
