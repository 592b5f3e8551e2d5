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
import { MISTYPED } from '../connect/clientSettings.js';
import { readSmallFile } from '../connect/readSmallFile.js';
import { sentenceOf } from '../diagnostics/diagnostic.js';
import { membersOf, tryParse } from '../domain/json.js';
import { claimFolder, isOwnFolder, SPOOL } from '../files/dataDirectory.js';
import { isAgent } from './agentProtocol.js';
import { type Act, isFor, type Waiting, type Whose } from './write.js';

/** At most so much waits: a vault that is never started must not fill a disk. The oldest go first. */
export const SPOOL_FILES = 200;
export const SPOOL_BYTES = 2_097_152;

/** Of a write that was refused; `reason` in it says why. It counts as the others do, until somebody removes it. */
const REFUSED = '.refused';
const WAITS = '.json';
/** How many writes had to go, for the next session to say. */
const DROPPED = 'dropped';

/** When the write in a file of the spool was kept, in milliseconds since 1970: its name begins with it. */
export const keptAt = (name: string): number => Number.parseInt(name, 10);

/**
 * Writes that wait for a vault, one file each, in `spool` in the data directory. In a directory that a service would refuse, and
 * in a folder that somebody else has laid out, nothing is kept and nothing waits.
 */
export interface Spool {
  readonly folder: string;
  /** Makes the folder, and the data directory, for their owner alone. Throws what `claimFolder` throws. */
  claim(): void;
  /** Keeps a write and gives the name of its file. Throws where it cannot be kept. */
  add(write: Waiting, now: number): string;
  /** The names of the files that wait, oldest first, and behind them those that were put last. */
  names(): readonly string[];
  /** What a file holds. Undefined when another process was faster; what is no write is put aside. */
  read(name: string): Waiting | undefined;
  /** The vault did not take it, though others may pass. */
  putLast(name: string, now: number): void;
  /** The vault has taken it. */
  remove(name: string): void;
  /** The vault will never take it: it stays, with the reason, and is not sent again. */
  refuse(name: string, reason: string): void;
  /** The names of the files that were refused, oldest first. */
  refused(): readonly string[];
  /** Why such a file was refused. */
  reasonOf(name: string): string;
  /** The number of writes that had to go since `forgetDropped`. */
  dropped(): number;
  forgetDropped(): void;
}

export function spoolIn(dataDir: string): Spool {
  const folder = join(dataDir, SPOOL);
  const at = (name: string) => join(folder, name);
  const files = () => (isOwnFolder(dataDir, SPOOL) ? filesIn(folder) : []);
  return {
    folder,
    claim: () => void claimFolder(dataDir, SPOOL),
    add(write, now) {
      claimFolder(dataDir, SPOOL);
      // The time first, so that names sort by age.
      const name = `${String(now).padStart(15, '0')}-${write.key}${WAITS}`;
      put(at(name), JSON.stringify(write));
      setTurn(at(name), now);
      makeRoom(folder);
      return name;
    },
    names: () => {
      const waiting = files().filter((name) => name.endsWith(WAITS));
      const turns = new Map(waiting.map((name) => [name, turnOf(at(name))]));
      return waiting.sort((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
    },
    read(name) {
      const text = readSmallFile(at(name));
      if (text === undefined) return undefined;
      const write = readWaiting(text);
      if (write === undefined) changed(this, () => this.refuse(name, 'it is no write of a hook'));
      return write;
    },
    putLast: (name, now) => setTurn(at(name), now),
    remove: (name) => rmSync(at(name), { force: true }),
    refuse(name, reason) {
      const text = readSmallFile(at(name));
      // Another process may have done it.
      if (text === undefined) return;
      put(at(name.replace(/\.json$/, REFUSED)), `${JSON.stringify({ reason })}\n${text}`);
      rmSync(at(name), { force: true });
    },
    refused: () => files().filter((name) => name.endsWith(REFUSED)),
    reasonOf(name) {
      const [line = ''] = (readSmallFile(at(name)) ?? '').split('\n', 1);
      return String(membersOf(tryParse(line)).reason);
    },
    dropped: () => droppedIn(folder),
    forgetDropped: () => rmSync(at(DROPPED), { force: true }),
  };
}

/** Changes a spool. Gives why it could not be changed: a hook goes on all the same. */
export function changed({ folder }: Spool, change: () => void): string | undefined {
  try {
    change();
    return undefined;
  } catch (error) {
    return `${folder} cannot be changed (${sentenceOf(error)})`;
  }
}

/** When its turn came: the time of a file is when it was kept, or put last. In milliseconds since 1970. */
const turnOf = (path: string): number => statOf(path)?.mtimeMs ?? 0;
const setTurn = (path: string, now: number): void => utimesSync(path, now / 1_000, now / 1_000);

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
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** All files of the spool, oldest first, also what a process that was killed left unfinished. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d/.test(name))
      .sort();
  } catch {
    return [];
  }
}

function makeRoom(folder: string): void {
  const files = filesIn(folder).map((name) => {
    const bytes = statOf(join(folder, name))?.size ?? 0;
    return { path: join(folder, name), bytes };
  });
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  let left = files.length;
  for (const file of files) {
    if (left <= SPOOL_FILES && bytes <= SPOOL_BYTES) break;
    rmSync(file.path, { force: true });
    bytes -= file.bytes;
    left -= 1;
  }
  const dropped = files.length - left;
  if (dropped === 0) return;
  put(join(folder, DROPPED), String(droppedIn(folder) + dropped));
}

const droppedIn = (folder: string): number =>
  Number.parseInt(readSmallFile(join(folder, DROPPED)) ?? '', 10) || 0;

function readWaiting(text: string): Waiting | undefined {
  const { key, agent, project, sessionRef, to, act } = membersOf(tryParse(text));
  if (typeof key !== 'string' || typeof agent !== 'string' || typeof project !== 'string')
    return undefined;
  if (!isAgent(agent) || !isOptionalText(sessionRef) || !isOptionalText(to) || !isAct(act))
    return undefined;
  return { key, agent, project, sessionRef, to, act };
}

const isOptionalText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

function isAct(value: unknown): value is Act {
  const { kind, goal, title, content, summary } = membersOf(value);
  if (kind === 'goal') return typeof goal === 'string';
  if (kind === 'note') return typeof title === 'string' && typeof content === 'string';
  return kind === 'end' && typeof summary === 'string';
}

/** Something that a user has to know about a spool. */
interface Matter {
  readonly says: string;
  /** What it is about, one line a file. Once it is told, they stand in `told` in the spool; a further one makes it news again. */
  readonly lines: readonly string[];
}

const DAY_MS = 86_400_000;

/**
 * What there is to tell a user about a spool: what was refused, what waits for other vaults than that of this session, what
 * could not be sent for a day, and how much had to go. Each is told once, to those whom the message reaches (`isShown`).
 */
export function spoolNews({
  spool,
  whose,
  inVain = new Map(),
  now,
  isShown,
}: {
  readonly spool: Spool;
  readonly whose: Whose;
  readonly inVain?: ReadonlyMap<string, string> | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isShown: boolean;
}): string | undefined {
  const matters = [
    ...waitingElsewhere(spool, whose),
    ...oldestInVain(spool, inVain, now),
    ...refused(spool),
  ];
  const before = readSmallFile(toldIn(spool)) ?? '';
  const told = new Set(before.split('\n'));
  const fresh = matters.filter(({ lines }) => lines.some((line) => !told.has(line)));
  const dropped = spool.dropped();
  const after = matters.flatMap(({ lines }) => lines).join('\n');
  if (isShown) {
    // Where that cannot be noted, it is told again.
    changed(spool, () => {
      if (after !== before) writeFileSync(toldIn(spool), after, { mode: 0o600 });
      if (dropped > 0) spool.forgetDropped();
    });
  }
  const news = fresh.map(({ says }) => says);
  if (dropped > 0) news.push(`${dropped} older records had to go: too much waited for a vault`);
  return news.length === 0 ? undefined : news.join('; ');
}

const toldIn = ({ folder }: Spool) => join(folder, 'told');

function refused(spool: Spool): readonly Matter[] {
  const names = spool.refused();
  const last = names.at(-1);
  if (last === undefined) return [];
  const count = names.length === 1 ? 'a refused record' : `${names.length} refused records`;
  const says = `${spool.folder} holds ${count} (${spool.reasonOf(last)}): read and delete the .refused files there`;
  return [{ says, lines: names }];
}

function waitingElsewhere(spool: Spool, whose: Whose): readonly Matter[] {
  const byAddress = new Map<string | undefined, string[]>();
  for (const name of spool.names()) {
    const write = spool.read(name);
    if (write === undefined || isFor(write, whose)) continue;
    byAddress.set(write.to, [...(byAddress.get(write.to) ?? []), `elsewhere ${name}`]);
  }
  return [...byAddress].map(([to, lines]) => {
    const count = lines.length === 1 ? 'a record' : `${lines.length} records`;
    return { says: `${spool.folder} holds ${count} for ${placeAt(to)}`, lines };
  });
}

/** Which vault was meant, and what sends to it. */
function placeAt(to: string | undefined): string {
  const start = 'to send, start a session';
  if (to === undefined)
    return `the vault of this directory: ${start} without VAULT_URL and VAULT_PORT`;
  if (to === MISTYPED) return `${to}: ${start} in the same project with VAULT_URL or VAULT_PORT`;
  return `${to}: ${start} with VAULT_URL=${to}`;
}

function oldestInVain(
  spool: Spool,
  inVain: ReadonlyMap<string, string>,
  now: number,
): readonly Matter[] {
  const [oldest] = [...inVain].sort(([a], [b]) => keptAt(a) - keptAt(b));
  if (oldest === undefined) return [];
  const [name, reason] = oldest;
  if (now - keptAt(name) < DAY_MS) return [];
  const day = new Date(keptAt(name)).toISOString().slice(0, 10);
  const says = `${spool.folder} holds what was recorded on ${day} and could not be sent since (${reason})`;
  return [{ says, lines: [`in vain ${name}`] }];
}
