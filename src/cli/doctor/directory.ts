import { accessSync, constants, existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { clockWatch, inWords } from '../../app/clockWatch.js';
import { bytesOf, dataFiles } from '../../config/dataFiles.js';
import { aboutFile, Diagnostic, diagnosticOf } from '../../diagnostics/diagnostic.js';
import type { ClockVerdict } from '../../domain/judgeClock.js';
import {
  checkDirectory,
  loosePaths,
  nearestAbove,
  tightenPermissions,
  whyNotMade,
} from '../../files/dataDirectory.js';
import { refuseOtherFormat } from '../../log/sqlite/migrate.js';
import { faultAtStart } from '../../maintenance/checkLog.js';
import { refusalOfStart } from '../../maintenance/loss/accept.js';
import { glance, readShared } from '../../sqlite/databaseFiles.js';
import { counted } from '../terminal/format.js';
import { type Finding, type Fix, ok, unknown, warn, wrong } from './check.js';

/** What the files of a data directory say, without their contents. */
export interface DirectoryFacts {
  readonly dataDir: string;
  readonly place: 'missing' | 'no-vault' | 'vault';
  /** Why nobody should use the directory as it is, or why it cannot be made or written; undefined when all is well. */
  readonly unsafe: Pick<Diagnostic, 'message' | 'next'> | undefined;
  /** What others of this machine may read or write, and what belongs to another user; undefined where that cannot be told. */
  readonly loose: ReturnType<typeof loosePaths> | undefined;
  /** The disk, of a directory that is missing the one on which it would be made; undefined where it cannot be told. */
  readonly disk: { readonly freeBytes: number; readonly kind: number } | undefined;
  readonly viewsBytes: number;
  /** What a start would say of the log: that it lost events, is of a newer release, or is damaged. */
  readonly log: Pick<Diagnostic, 'code' | 'message' | 'next'> | undefined;
  /** As the marks in the directory let one judge it, without the log. */
  readonly clock: ClockVerdict;
  readonly platform: NodeJS.Platform;
}

/** Looks at a data directory, and changes and locks nothing. */
export async function directoryFacts(dataDir: string): Promise<DirectoryFacts> {
  const there = realPath(dataDir);
  const unsafe = there === undefined ? whyNotMade(dataDir) : dangerOf(dataDir);
  return {
    dataDir,
    place: there === undefined ? 'missing' : isFile(join(there, 'log.db')) ? 'vault' : 'no-vault',
    unsafe,
    loose: there === undefined ? undefined : tried(() => loosePaths(there)),
    disk: await diskOf(there ?? nearestAbove(dataDir)),
    // What cannot be used would be the cause of whatever is found in it.
    log: there === undefined || unsafe ? undefined : aboutLog(there),
    viewsBytes: bytesOf(dataFiles({ dataDir }).views),
    clock: clockWatch({
      clock: Date.now,
      uptime: () => uptime() * 1000,
      file: dataFiles({ dataDir }).clock,
      follow: false,
      // Of the log, which is not opened here.
      lastAt: () => 0,
      onError: () => {},
    }).verdict(),
    platform: process.platform,
  };
}

function realPath(directory: string): string | undefined {
  const real = tried(() => realpathSync(directory));
  return real !== undefined && statSync(real).isDirectory() ? real : undefined;
}

function dangerOf(directory: string): DirectoryFacts['unsafe'] {
  try {
    accessSync(checkDirectory(directory), constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return diagnosticOf(error);
  }
}

/** What a service that starts looks at, in the same order. One may be running. */
function aboutLog(dataDir: string): DirectoryFacts['log'] {
  const file = dataFiles({ dataDir }).log;
  // SQLite makes that file where there is none: then no process has the log open.
  const read = existsSync(`${file}-shm`) ? readShared : glance;
  try {
    const refusal = refusalOfStart(dataDir, read);
    if (refusal || !existsSync(file)) return refusal;
    read(file, refuseOtherFormat);
    const fault = faultAtStart(file, read);
    if (fault) return new Diagnostic(fault.code, `${file}: ${fault.detail}`, { file });
    return undefined;
  } catch (error) {
    const { code, message, next } = diagnosticOf(aboutFile(error, file));
    // A glance reads the file under another name.
    return { code, message: message.replaceAll(`${file}.glance`, file), next };
  }
}

async function diskOf(directory: string): Promise<DirectoryFacts['disk']> {
  try {
    const { bavail, bsize, type } = await statfs(directory);
    return { freeBytes: bavail * bsize, kind: type };
  } catch {
    return undefined;
  }
}

const isFile = (path: string) => tried(() => lstatSync(path).isFile()) ?? false;

function tried<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** The magic numbers that Linux gives to file systems on which a vault should not live. */
const KINDS: ReadonlyMap<number, string> = new Map([
  ...[0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x00c36400, 0x5346414f, 0x0bd00bd0, 0x47504653].map(
    (kind) =>
      [kind, 'a network file system, where the locks of SQLite do not work reliably'] as const,
  ),
  ...[0x01021994, 0x858458f6].map(
    (kind) => [kind, 'a file system in memory, which is lost at a restart of the machine'] as const,
  ),
  [0x794c7630, 'a layer of a container, which is lost with the container: use a volume'],
]);

/** What the service warns of as well: rebuilding and forgetting need twice the size of views.db. */
const LOW_BYTES = 200_000_000;
const LOW_VIEWS = 3;
/** No save fits any more. */
const FULL_BYTES = 1_048_576;

export function directoryChecks(facts: DirectoryFacts): readonly Finding[] {
  const { dataDir, place, unsafe } = facts;
  const name = 'place';
  const danger = unsafe && wrong(place === 'missing' ? name : 'owner', withNext(unsafe));
  const disk = diskCheck(facts);
  const loss = logCheck(facts);
  const canStart = letsStart([loss, danger, disk].flatMap((one) => one ?? []));
  const lacks = place === 'missing' ? 'is not there' : 'has no vault';
  const none = `${dataDir} ${lacks} yet: the first start of a service makes one`;
  const vault =
    place === 'vault' ? ok(name, dataDir) : warn(name, none, { type: 'memory-vault serve' });
  if (place === 'missing') return canStart ? [vault] : [danger ?? disk];
  return [
    ...(place === 'vault' || canStart ? [vault] : []),
    ...(loss ? [loss] : []),
    // Where nobody should use the directory, that is mended first.
    ...(danger ? [danger] : permissions(facts)),
    disk,
    ...kindOfDisk(facts),
  ];
}

/** Whether a service could start in a directory of which this was found. */
export function letsStart(found: readonly Finding[]): boolean {
  return !found.some(({ name, state }) => state === 'wrong' && HINDRANCES.includes(name));
}

const HINDRANCES: readonly string[] = ['place', 'owner', 'log', 'disk'];

/** A log of an older format is brought up to date by the next start. All else is what a start would refuse, or warn of. */
function logCheck({ log }: DirectoryFacts): Finding | undefined {
  return log && (log.code === 'log_older' ? warn : wrong)('log', withNext(log));
}

const withNext = ({ message, next }: Pick<Diagnostic, 'message' | 'next'>) =>
  next ? `${message}. Next: ${next}` : message;

/** Without owners and modes, as on Windows, there is nothing to say. */
function permissions({ loose, platform }: DirectoryFacts): readonly Finding[] {
  if (platform === 'win32') return [];
  const name = 'permissions';
  if (loose === undefined) return [unknown(name, 'this user cannot read the directory')];
  const { open, foreign } = loose;
  const others = foreign.join(', ');
  const foreigners = others === '' ? [] : [wrong('owner', `belongs to another user: ${others}`)];
  if (open.length === 0) return [...foreigners, ok(name, 'nobody else may read the files')];
  const says = `other users of this machine may use ${counted(open.length, 'path')} of the vault: ${open.join(', ')}`;
  const next = { type: 'memory-vault doctor --fix', fix: TIGHTEN };
  return [...foreigners, wrong(name, says, next)];
}

/** Takes the permissions of others away. */
export const TIGHTEN: Fix = {
  kind: 'tighten',
  run({ settings }) {
    const real = checkDirectory(settings.dataDir);
    const before = loosePaths(real).open;
    tightenPermissions(real);
    const after = loosePaths(real).open;
    if (after.length > 0) throw new Error(`other users can still use: ${after.join(', ')}`);
    return `removed the permissions of other users from ${counted(before.length, 'path')}`;
  },
};

function diskCheck({ disk, viewsBytes }: DirectoryFacts): Finding {
  const name = 'disk';
  if (disk === undefined) return unknown(name, 'the free space is unknown');
  const { freeBytes } = disk;
  const least = Math.max(LOW_BYTES, LOW_VIEWS * viewsBytes);
  const free = `${megabytes(freeBytes)} free`;
  if (freeBytes >= least) return ok(name, free);
  const says = `only ${free}: free some space. A rebuild and a forget need ${megabytes(least)}`;
  return (freeBytes < FULL_BYTES ? wrong : warn)(name, says);
}

function megabytes(bytes: number): string {
  return bytes < 10e9 ? `${Math.floor(bytes / 1e6)} MB` : `${Math.floor(bytes / 1e9)} GB`;
}

/** Only Linux says by a number what a file system is. */
function kindOfDisk({ disk, platform }: DirectoryFacts): readonly Finding[] {
  const danger = platform === 'linux' && disk && KINDS.get(disk.kind);
  if (!danger) return [];
  const says = `the directory is on ${danger}. Set VAULT_DATA_DIR to a directory on a disk of this machine`;
  return [warn('file system', says)];
}

/** The clock as the files let one judge it. A service that runs knows more, and is asked first. */
export function clockCheck({ clock }: Pick<DirectoryFacts, 'clock'>): Finding {
  const name = 'clock';
  if (clock.state === 'right') return ok(name, 'the clock looks right');
  const how = clock.state === 'jumped' ? 'ahead of' : 'behind';
  const says = `the clock is ${inWords(clock.ms)} ${how} the right time: set it, or the vault refuses saves`;
  return wrong(name, says);
}
