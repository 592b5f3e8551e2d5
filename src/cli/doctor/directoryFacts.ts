import { accessSync, constants, existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { clockWatch } from '../../app/clockWatch.js';
import { bytesOf, dataFiles } from '../../config/dataFiles.js';
import { aboutFile, Diagnostic, diagnosticOf } from '../../diagnostics/diagnostic.js';
import type { ClockVerdict } from '../../domain/judgeClock.js';
import { checkDirectory } from '../../files/checkDirectory.js';
import { nearestAbove, whyNotMade } from '../../files/claimDirectory.js';
import { loosePaths } from '../../files/tightenPermissions.js';
import { refuseOtherFormat } from '../../log/sqlite/migrate.js';
import { faultAtStart } from '../../maintenance/checkLog.js';
import { refusalOfStart } from '../../maintenance/settleLoss.js';
import { glance, readShared } from '../../sqlite/glance.js';

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
