import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { diagnosticOf } from '../diagnostics/diagnostic.js';
import { Rejection } from '../domain/rejection.js';
import { makeDirectory } from '../files/makeDirectory.js';
import { Count } from '../queries/counts.js';
import {
  type Backup,
  type BackupStep,
  backupName,
  KEPT,
  removeOldBackups,
  removeUnfinished,
} from './backup.js';
import { noteUpkeep } from './upkeep.js';
import { shared } from './verification.js';

/** What a backup has written. */
export const BackupReport = z
  .object({
    file: z.string().meta({ description: 'On the machine of the service.' }),
    events: Count,
    hash: z.string().meta({ description: 'The hash of its last event, in hex.' }),
    removed: Count.meta({ description: 'Older backups that made room: the newest seven stay.' }),
    lacks: z.string().nullable().meta({
      description: 'What the log, and so the backup, has lost. Then no older one is removed.',
    }),
  })
  .meta({ id: 'BackupReport' });
type BackupReport = z.infer<typeof BackupReport>;

export const BackupStatus = z
  .object({
    state: z.enum(['idle', 'copying', 'verifying']),
    done: Count.meta({ description: 'Events of the copy that are verified.' }),
    total: Count,
    folder: z.string().meta({ description: 'Where backups are written: `VAULT_BACKUP_DIR`.' }),
    last: z
      .union([BackupReport, z.object({ error: z.string() })])
      .optional()
      .meta({ description: 'The last backup that this service has made since its start.' }),
  })
  .meta({ id: 'BackupStatus' });
export type BackupStatus = z.infer<typeof BackupStatus>;

/** Copies the log of a running service, as the verb `backup` does. */
export interface Backups {
  /** Makes the folder where it is missing. Throws as `backup` rejects, where no file can be made in it. */
  assertPossible(): void;
  /** Calls during a backup get its report. Rejects with a `Rejection` that says what is wrong with folder or disk. */
  backup(): Promise<BackupReport>;
  backupStatus(): BackupStatus;
  /** Interrupts the backup that is made. Resolves when nothing is left of it. */
  close(): Promise<void>;
}

/** What backups need. */
export interface BackupParts {
  readonly dataDir: string;
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** As the function `backup`. */
  readonly work: (
    job: { readonly dataDir: string; readonly file: string },
    how: { readonly onStep: (step: BackupStep) => void; readonly signal: AbortSignal },
  ) => Promise<Backup>;
  /** Takes what went wrong, for whoever runs the vault. */
  readonly onError: (error: unknown) => void;
}

export function backups({ dataDir, folder, clock, work, onError }: BackupParts): Backups {
  const idle: BackupStatus = { state: 'idle', done: 0, total: 0, folder };
  const closing = new AbortController();
  let status = idle;
  let running: Promise<unknown> = Promise.resolve();

  /** Remembers and tells why no backup was made. Gives what to refuse it with. */
  function failed(error: unknown): Rejection {
    const refusal = closing.signal.aborted ? stopping() : refusalOf(error, folder);
    if (!closing.signal.aborted) onError(error);
    status = { ...idle, last: { error: refusal.message } };
    return refusal;
  }

  async function make(): Promise<BackupReport> {
    makeDirectory(folder);
    const file = freeName(folder, clock());
    const how = {
      signal: closing.signal,
      onStep: (step: BackupStep) => {
        status = { ...status, ...step };
      },
    };
    const { at, verified, lacks } = await work({ dataDir, file }, how).catch((error: unknown) => {
      // A thread that was ended has removed nothing.
      removeUnfinished(file);
      throw error;
    });
    const { events, hash } = verified;
    noteUpkeep(dataDir, { backedUp: { at, events } });
    // A log that lost events must not push out the backups that have them.
    const removed = lacks === undefined ? removeOldBackups(folder, KEPT).length : 0;
    return { file, events, hash, removed, lacks: lacks ?? null };
  }

  const backup = shared(async () => {
    closing.signal.throwIfAborted();
    status = { ...status, state: 'copying', done: 0, total: 0 };
    const made = make();
    running = made.catch(() => {});
    try {
      const last = await made;
      status = { ...idle, done: last.events, total: last.events, last };
      return last;
    } catch (error) {
      throw failed(error);
    }
  });

  return {
    assertPossible() {
      try {
        makeDirectory(folder);
        accessSync(folder, constants.W_OK | constants.X_OK);
      } catch (error) {
        throw failed(error);
      }
    },
    backup,
    backupStatus: () => status,
    async close() {
      closing.abort(stopping());
      await running;
    },
  };
}

/** Names have whole seconds: a second backup within one gets the next. */
function freeName(folder: string, now: number): string {
  const file = join(folder, backupName(now));
  return existsSync(file) ? freeName(folder, now + 1000) : file;
}

const stopping = () => new Rejection('not_ready', 'the service is stopping');

/** Admins may know what is wrong on the machine of the vault, and only that lets them mend it. */
function refusalOf(error: unknown, folder: string): Rejection {
  const { message, next } = diagnosticOf(error);
  const advice = next === undefined ? '' : `: ${next}`;
  return new Rejection('conflict', `no backup was made in ${folder}: ${message}${advice}`);
}
