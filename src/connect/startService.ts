import { spawn } from 'node:child_process';
import { closeSync, constants, existsSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SERVICE_ENV, SERVICE_FLAGS } from '../config/nodeFlags.js';
import { aboutFile, diagnosticOf } from '../diagnostics/diagnostic.js';
import { membersOf, tryParse } from '../domain/json.js';
import { claimDirectory } from '../files/dataDirectory.js';
import { readOwnFile } from '../files/regularFile.js';
import type { ClientSettings } from './clientSettings.js';
import {
  type FoundService,
  findService,
  type Look,
  lookForService,
  PROBE_MS,
  whoListens,
} from './findService.js';
import { isRunning, lastWriter } from './isRunning.js';
import { readServiceFile } from './serviceFile.js';

export interface StartOptions {
  /** Whether a service may be started where none runs. */
  readonly start: boolean;
  /** Longest wait for the answer of a service that runs, in milliseconds. */
  readonly timeoutMs?: number;
  /** Longest wait for a service that was started, in milliseconds. */
  readonly waitMs?: number;
  /** The program that serves; by default the one that this file belongs to. */
  readonly program?: string;
  /** Of the service that is started; by default that of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

const PROGRAM = fileURLToPath(new URL('../cli.js', import.meta.url));
const LOOK_MS = 25;
/** Between starts while another process holds the data directory: it may be about to answer, or to end. */
const AGAIN_MS = 1000;

/**
 * The service of a client (`findService`). Where none runs, starts one that ends by itself when nobody has called
 * it for a while, and waits until it answers. Of several programs that do so at the same time, the lock of the data
 * directory lets one service live, and all of them find it. Rejects with a sentence that says why there is no service and
 * what to do about it.
 */
export async function findOrStartService(
  settings: ClientSettings,
  {
    start,
    timeoutMs = PROBE_MS,
    waitMs = 10_000,
    program = PROGRAM,
    env = process.env,
  }: StartOptions,
): Promise<FoundService> {
  const named = settings.url !== undefined && (await findService(settings, { timeoutMs }));
  if (named) return named;
  const look = await lookForService(settings, timeoutMs);
  if (look.found) return look.found;
  const why = whyNone(settings, look, start);
  if (why !== undefined) throw new Error(why);
  return startedService(settings, { timeoutMs, waitMs, program, env });
}

/** What to say of the service of `service.json` where its process runs and does not answer as a vault; undefined elsewhere. */
export function whyStuck({ file, atFile }: Look): string | undefined {
  if (!file || !['silent', 'other'].includes(atFile.kind) || !isRunning(file.pid)) return undefined;
  const how = atFile.kind === 'silent' ? 'does not answer' : 'answers with errors';
  return `the service at ${file.url} (process ${file.pid}) ${how}: wait a moment, or restart it`;
}

/** Why no service can be found, nor one started; undefined when one can be started. */
function whyNone(settings: ClientSettings, look: Look, mayStart: boolean): string | undefined {
  const { dataDir, isPortGiven = false } = settings;
  const { place, atPlace } = look;
  // It holds the lock: a service that is started would end at once.
  const stuck = whyStuck(look);
  if (stuck !== undefined) return stuck;
  if (atPlace.kind === 'vault' && isPortGiven && existsSync(join(dataDir, 'log.db'))) {
    return (
      `the Memory Vault at ${place} has no proof that it serves ${dataDir}: wait if it is still starting, or set VAULT_URL=${place} to ` +
      'use it anyway'
    );
  }
  if (atPlace.kind === 'vault' && !existsSync(join(dataDir, 'log.db'))) {
    return (
      `the Memory Vault at ${place} has another data directory than ${dataDir}, which has no vault: set VAULT_URL=${place} ` +
      'to use it, or VAULT_PORT to start another one'
    );
  }
  const who = whoListens(atPlace);
  // Without VAULT_PORT, a service that is started takes another port.
  if (who !== undefined && (isPortGiven || !mayStart)) {
    return `${who} listens at ${place}, and no service of ${dataDir} runs: ${
      isPortGiven
        ? 'set VAULT_PORT to another port, and run memory-vault setup again'
        : 'start one on another port, such as VAULT_PORT=7438 memory-vault serve'
    }`;
  }
  if (mayStart) return undefined;
  return `no service runs for ${dataDir}: start one with memory-vault serve, or set VAULT_URL to one that runs elsewhere`;
}

async function startedService(
  settings: ClientSettings,
  { timeoutMs, waitMs, program, env }: Required<Omit<StartOptions, 'start'>>,
): Promise<FoundService> {
  const until = Date.now() + waitMs;
  let service: OnDemandService = startOnDemand(program, settings, env);
  let lostAt: number | undefined;
  for (;;) {
    await sleep(LOOK_MS);
    // Before a service has written its file, a question would only take time from its start.
    const found = isAnnounced(settings) ? await findService(settings, { timeoutMs }) : undefined;
    if (found) return found;
    const ended = service.ended();
    if (ended && !ended.isLocked) throw new Error(`the service did not start: ${ended.why}`);
    const now = Date.now();
    if (now >= until) {
      const why = ended?.why ?? 'it is still starting';
      throw new Error(`no service of ${settings.dataDir} answers yet: ${why}. Read ${service.log}`);
    }
    if (!ended) continue;
    lostAt ??= now;
    const writer = lastWriter(settings.dataDir);
    // The one that has the lock may be a service that ends: as soon as it has, the next one may start.
    if (writer !== undefined && isRunning(writer) && now < lostAt + AGAIN_MS) continue;
    service = startOnDemand(program, settings, env);
    lostAt = undefined;
  }
}

/** Whether `service.json` is that of a process that runs. */
function isAnnounced({ dataDir }: ClientSettings): boolean {
  const file = readServiceFile(dataDir);
  return file !== undefined && isRunning(file.pid);
}

/** A service that was started and may outlive this process. */
interface OnDemandService {
  /** The file of its log lines. */
  readonly log: string;
  /** Why it ended; undefined while it runs. */
  ended(): Ended | undefined;
}

interface Ended {
  /** A sentence of the service itself, where it said one. */
  readonly why: string;
  /** Whether another process held the data directory. */
  readonly isLocked: boolean;
}

/** A longer log is emptied before the next start. */
const MOST_LOG_BYTES = 1024 * 1024;

/** Starts `serve --on-demand` for the vault of a client. Throws what `claimDirectory` throws. */
function startOnDemand(
  program: string,
  settings: ClientSettings,
  env: NodeJS.ProcessEnv,
): OnDemandService {
  const dataDir = claimDirectory(settings.dataDir);
  const log = join(dataDir, 'on-demand.log');
  const output = openLog(log);
  const child = spawn(process.execPath, [...SERVICE_FLAGS, program, 'serve', '--on-demand'], {
    detached: true,
    stdio: ['ignore', output, output],
    env: environment({ ...settings, dataDir }, env),
    windowsHide: true,
  });
  closeSync(output);
  child.unref();
  let failure: string | undefined;
  child.once('error', ({ message }) => {
    failure = `${process.execPath} cannot be run: ${message}`;
  });
  return {
    log,
    ended() {
      if (failure !== undefined) return { why: failure, isLocked: false };
      if (child.exitCode === null && child.signalCode === null) return undefined;
      return (
        lastWords(log, child.pid) ?? {
          why: `it ended and wrote nothing to ${log}`,
          isLocked: false,
        }
      );
    },
  };
}

/** Never through a link that somebody has laid out. */
function openLog(file: string): number {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  try {
    const handle = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
    if (fstatSync(handle).size > MOST_LOG_BYTES) ftruncateSync(handle);
    return handle;
  } catch (error) {
    throw diagnosticOf(aboutFile(error, file));
  }
}

function environment(
  { dataDir, host, port, isPortGiven }: ClientSettings,
  given: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  // The token is that of the client: a service has no use for it.
  const { VAULT_BEARER_TOKEN, VAULT_BEARER_TOKEN_FILE, VAULT_PORT, ...env } = given;
  return {
    ...SERVICE_ENV,
    ...env,
    VAULT_DATA_DIR: dataDir,
    VAULT_HOST: host,
    ...(isPortGiven && { VAULT_PORT: String(port) }),
    // Otherwise nobody could say why it did not start.
    ...(env.VAULT_LOG_LEVEL === 'silent' && { VAULT_LOG_LEVEL: 'fatal' }),
  };
}

/** What a service said last, as one sentence with its next step. Others may have written to the same log. */
function lastWords(log: string, pid: number | undefined): Ended | undefined {
  const lines = readOwnFile(log).trimEnd().split('\n');
  for (const line of lines.reverse()) {
    const said = membersOf(tryParse(line));
    if (said.pid !== pid || typeof said.msg !== 'string') continue;
    const why = typeof said.next === 'string' ? `${said.msg}: ${said.next}` : said.msg;
    return { why, isLocked: said.code === 'directory_in_use' };
  }
  return undefined;
}
