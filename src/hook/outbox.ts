import {
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../connect/readSmallFile.js';
import { sentenceOf } from '../diagnostics/diagnostic.js';
import { membersOf, tryParse } from '../domain/json.js';
import { claimFolder, isOwnFolder, SPOOL } from '../files/dataDirectory.js';
import { readWaiting, TOLD_KEY, type Waiting } from './write.js';

/** At most so much waits: a vault that is never started must not fill a disk. The oldest go first. */
export const OUTBOX_FILES = 200;
export const OUTBOX_BYTES = 2_097_152;

const WAITS = '.json';
/** Of a write that was refused; `reason` in it says why. It counts as the others do, until somebody removes it. */
const REFUSED = '.refused';

/** When the write in a file was kept, in milliseconds since 1970: its name begins with it. */
export const keptAt = (name: string): number => Number.parseInt(name, 10);

/**
 * Writes that wait for a vault, one file each, in `spool` in the data directory: several processes may add, send and remove at the
 * same time, and be killed, without a lock. In a directory that a service would refuse, and in a folder that somebody else has laid
 * out, nothing is kept and nothing waits.
 */
export class Outbox {
  readonly folder: string;
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.folder = join(dataDir, SPOOL);
  }

  /** Makes the folder, and the data directory, for their owner alone. Throws what `claimFolder` throws. */
  claim(): void {
    claimFolder(this.#dataDir, SPOOL);
  }

  /** Keeps a write and gives the name of its file. Throws where it cannot be kept. */
  add(write: Waiting, now: number): string {
    this.claim();
    // The time first, so that names sort by age.
    const name = `${String(now).padStart(15, '0')}-${write.key}${WAITS}`;
    put(this.#at(name), JSON.stringify(write));
    this.putLast(name, now);
    this.#makeRoom();
    return name;
  }

  /** The names of the files that wait, oldest first, and behind them those that were put last. */
  names(): readonly string[] {
    const turnOf = (name: string) => statOf(this.#at(name))?.mtimeMs ?? 0;
    const turns = this.#files(WAITS).map((name) => ({ name, turn: turnOf(name) }));
    return turns.sort((a, b) => a.turn - b.turn).map(({ name }) => name);
  }

  /** The same without what agents were told: that always waits for the end of a session, and nobody misses it. */
  unsent(): readonly string[] {
    return this.names().filter((name) => !isTold(name));
  }

  /** What a file holds. Undefined when another process was faster; what is no write is put aside. */
  read(name: string): Waiting | undefined {
    const text = readSmallFile(this.#at(name));
    if (text === undefined) return undefined;
    const write = readWaiting(tryParse(text));
    if (write === undefined) this.change(() => this.refuse(name, 'it is no write of a hook'));
    return write;
  }

  /** The vault did not take it, though others may pass: the time of the file says when its turn came. */
  putLast(name: string, now: number): void {
    utimesSync(this.#at(name), now / 1_000, now / 1_000);
  }

  /** The vault has taken it. */
  remove(name: string): void {
    rmSync(this.#at(name), { force: true });
  }

  /** The vault will never take it: it stays, with the reason, and is not sent again. */
  refuse(name: string, reason: string): void {
    const text = readSmallFile(this.#at(name));
    // Another process may have done it.
    if (text === undefined) return;
    const aside = name.replace(/\.json$/, REFUSED);
    put(this.#at(aside), `${JSON.stringify({ reason })}\n${text}`);
    this.remove(name);
  }

  /** The names of the files that were refused, oldest first. */
  refused(): readonly string[] {
    return this.#files(REFUSED);
  }

  /** Why such a file was refused. */
  reasonOf(name: string): string {
    const [line = ''] = (readSmallFile(this.#at(name)) ?? '').split('\n', 1);
    return String(membersOf(tryParse(line)).reason);
  }

  /** How many writes had to go since `forgetDropped`, for the next session to say. */
  dropped(): number {
    return Number.parseInt(this.note('dropped'), 10) || 0;
  }

  forgetDropped(): void {
    rmSync(this.#at('dropped'), { force: true });
  }

  /** A note of the outbox itself, in a file of its own; empty where there is none. */
  note(name: 'dropped' | 'told'): string {
    return readSmallFile(this.#at(name)) ?? '';
  }

  setNote(name: 'dropped' | 'told', text: string): void {
    put(this.#at(name), text);
  }

  /** Changes something here. Gives why it could not be changed: a hook goes on all the same. */
  change(change: () => void): string | undefined {
    try {
      change();
      return undefined;
    } catch (error) {
      return `${this.folder} cannot be changed (${sentenceOf(error)})`;
    }
  }

  #at(name: string): string {
    return join(this.folder, name);
  }

  /** The files with this ending, oldest first; without one, also what a process that was killed left unfinished. */
  #files(ending = ''): string[] {
    if (!isOwnFolder(this.#dataDir, SPOOL)) return [];
    try {
      const names = readdirSync(this.folder);
      return names.filter((name) => /^\d/.test(name) && name.endsWith(ending)).sort();
    } catch {
      return [];
    }
  }

  #makeRoom(): void {
    const files = this.#files().map((name) => ({ name, bytes: statOf(this.#at(name))?.size ?? 0 }));
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    let left = files.length;
    // What an agent was told goes before what somebody said.
    const firstToGo = [
      ...files.filter(({ name }) => isTold(name)),
      ...files.filter(({ name }) => !isTold(name)),
    ];
    let dropped = 0;
    for (const file of firstToGo) {
      if (left <= OUTBOX_FILES && bytes <= OUTBOX_BYTES) break;
      this.remove(file.name);
      bytes -= file.bytes;
      left -= 1;
      if (!isTold(file.name)) dropped += 1;
    }
    if (dropped > 0) this.setNote('dropped', String(this.dropped() + dropped));
  }
}

/** Whether a file holds what an agent was told. */
export const isTold = (name: string): boolean => name.includes(TOLD_KEY);

/** Undefined for a file that another process has removed, and for what cannot be looked at. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Writes a whole file or none, for its owner alone. */
function put(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
