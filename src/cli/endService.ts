import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSettings } from '../connect/clientSettings.js';
import { lookForService, PERSON_PROBE_MS } from '../connect/findService.js';
import { isRunning } from '../connect/isRunning.js';
import { codeOf } from '../diagnostics/diagnostic.js';
import { EXIT, Failed } from './terminal/exit.js';

/** So long, a service may take to end that has been asked to, in milliseconds. */
const ENDS_MS = 15_000;

/**
 * Ends the service of a data directory that proves to be the one of `service.json`, and waits until it has ended. Gives its
 * process; undefined where none answers. Throws `Failed` where it does not end, or where its process runs and does not answer.
 */
export async function endService(settings: ClientSettings): Promise<number | undefined> {
  const { found, file, atFile } = await lookForService(settings, PERSON_PROBE_MS);
  // The process may be another one by now, and nothing proves that it is not.
  if (!found && file && atFile.kind === 'silent' && isRunning(file.pid))
    throw new Failed(
      EXIT.unreachable,
      `the service at ${file.url} (process ${file.pid}) does not answer: wait a moment, or type kill ${file.pid}`,
    );
  const pid = found?.own?.pid;
  if (pid === undefined) return undefined;
  askToEnd(pid);
  for (const until = Date.now() + ENDS_MS; isRunning(pid); await sleep(50))
    if (Date.now() > until)
      throw new Failed(EXIT.failed, `the service (process ${pid}) does not stop: try again`);
  return pid;
}

/** Sends SIGTERM to a process, which may have ended meanwhile. */
function askToEnd(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return;
    const why = 'it belongs to another user, or runs in a container: stop it there';
    throw new Failed(
      EXIT.failed,
      `the service (process ${pid}) cannot be ended from here: ${why}`,
      {
        cause: error,
      },
    );
  }
}
