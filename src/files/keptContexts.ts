import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { claimFolder, isOwnFolder, SPOOL } from './dataDirectory.js';
import { readOwnJson } from './regularFile.js';

/** What a session was told of a project, for the next one that gets no answer in time. */
interface KeptContext {
  readonly text: string;
  /** The notes in it, for the hook to read. */
  readonly given?: unknown;
  /** How the vault called the project, where it said so. */
  readonly project?: string | undefined;
  /** A line for the user. */
  readonly line?: string | undefined;
  /** When it was asked for, in milliseconds since 1970. */
  readonly at: number;
}

/** Contexts of projects, one file each (0600), in `spool/contexts` in the data directory of the vault that told them. */
interface KeptContexts {
  /** The one of `key`, which is a file name; undefined where none is kept, or it is too old. */
  last(key: string, now: number): KeptContext | undefined;
  /**
   * To be called before a context is asked for. What it gives is to be called with the answer, which it keeps, or without one.
   * An answer from before something was forgotten is not kept: forgetting removes its file, which is made here. Neither of the two
   * throws.
   */
  prepare(key: string): (context: KeptContext | undefined) => void;
}

/** So many are kept; the oldest go first. */
const MOST = 50;
/** The longest context has half of it. */
const MOST_BYTES = 65_536;
const MOST_AGE_MS = 30 * 86_400_000;
const FOLDER = 'contexts';
const UNFINISHED = '.new';

export function keptContexts(dataDir: string): KeptContexts {
  const folder = join(dataDir, SPOOL, FOLDER);
  return {
    last(key, now) {
      if (!isOwnFolder(dataDir, SPOOL)) return undefined;
      // The cast is safe: each member is looked at.
      const read = readOwnJson(join(folder, key)) as Partial<KeptContext> | null | undefined;
      const { text, given, project, line, at } = read ?? {};
      if (typeof text !== 'string' || typeof at !== 'number') return undefined;
      if (now - at > MOST_AGE_MS) return undefined;
      return {
        text,
        given,
        at,
        project: typeof project === 'string' ? project : undefined,
        line: typeof line === 'string' ? line : undefined,
      };
    },
    prepare(key) {
      const fresh = join(folder, `${key}.${process.pid}${UNFINISHED}`);
      let file: number;
      try {
        claimFolder(dataDir, SPOOL);
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        rmSync(fresh, { force: true });
        file = openSync(fresh, 'wx', 0o600);
      } catch {
        // A context that is not kept is missed by nobody who gets an answer.
        return () => {};
      }
      return (context) => {
        try {
          if (context === undefined) return;
          const text = JSON.stringify(context);
          if (text.length > MOST_BYTES) return;
          writeSync(file, text);
          renameSync(fresh, join(folder, key));
          removeOldest(folder, context.at);
        } catch {
          // Something was forgotten meanwhile, or the disk is full.
        } finally {
          closeSync(file);
          rmSync(fresh, { force: true });
        }
      };
    },
  };
}

/** Removes all that is kept: something of the vault was forgotten, and any of it may hold that. `onError` takes why it could not. */
export function forgetContexts(dataDir: string, onError: (error: unknown) => void): void {
  if (!isOwnFolder(dataDir, SPOOL)) return;
  try {
    rmSync(join(dataDir, SPOOL, FOLDER), { recursive: true, force: true });
  } catch (error) {
    onError(error);
  }
}

function removeOldest(folder: string, now: number): void {
  const aged = readdirSync(folder)
    .map((name) => ({ name, at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs }))
    .filter(({ at }) => at !== undefined)
    .sort((a, b) => Number(b.at) - Number(a.at));
  const isUnfinished = (name: string) => name.endsWith(UNFINISHED);
  const old = aged.filter(({ name, at }, i) => {
    const age = now - Number(at);
    // What a process that was killed left unfinished.
    return i >= MOST || age > (isUnfinished(name) ? 60_000 : MOST_AGE_MS);
  });
  for (const { name } of old) rmSync(join(folder, name), { force: true });
}
