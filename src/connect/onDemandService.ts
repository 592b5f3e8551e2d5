import { spawn } from 'node:child_process';
import { closeSync, constants, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { aboutFile, diagnosticOf } from '../diagnostics/diagnostic.js';
import { claimDirectory } from '../files/claimDirectory.js';
import { readOwnFile } from '../files/regularFile.js';
import type { ClientSettings } from './clientSettings.js';

/** A service that was started and may outlive this process. */
export interface OnDemandService {
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
export function startOnDemand(program: string, settings: ClientSettings): OnDemandService {
  const dataDir = claimDirectory(settings.dataDir);
  const log = join(dataDir, 'on-demand.log');
  const output = openLog(log);
  const child = spawn(process.execPath, [program, 'serve', '--on-demand'], {
    detached: true,
    stdio: ['ignore', output, output],
    env: environment({ ...settings, dataDir }),
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
        lastWords(log, child.pid) ?? { why: `it ended without a word in ${log}`, isLocked: false }
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

function environment({ dataDir, host, port, isPortGiven }: ClientSettings): NodeJS.ProcessEnv {
  // The token is that of the client: a service has no use for it.
  const { VAULT_BEARER_TOKEN, VAULT_BEARER_TOKEN_FILE, VAULT_PORT, ...env } = process.env;
  return {
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
    const said = parsed(line);
    if (said?.pid !== pid || typeof said?.msg !== 'string') continue;
    const why = typeof said.next === 'string' ? `${said.msg}: ${said.next}` : said.msg;
    return { why, isLocked: said.code === 'directory_in_use' };
  }
  return undefined;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    // The cast is safe: every member is looked at before it is used.
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
