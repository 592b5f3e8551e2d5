import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import type { OnProgress } from '../views/projector.js';

/** What the service tells systemd about itself, if it runs as `Type=notify`; otherwise each method does nothing. */
interface SystemdNotice {
  /** The read models are being built. systemd waits for another five minutes. */
  readonly building: OnProgress;
  /** Requests are answered. From now on systemd hears that the event loop runs, if it asked for that. */
  ready(): void;
  /** The service is stopping; resolves when systemd has heard it. */
  stopping(): Promise<void>;
}

const STATUS_MS = 5000;
const MORE_TIME_US = 300_000_000;
/** systemd answers within moments. */
const TELL_MS = 2000;
/** Timers of Node cannot run for longer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Speaks to systemd through its own program `systemd-notify`, because Node cannot write to a datagram socket. `env` is
 * read for NOTIFY_SOCKET and WATCHDOG_USEC. A failure ends nothing: the first of several in a row is passed to `warn`.
 */
export function systemdNotice(
  env: NodeJS.ProcessEnv,
  warn: (failure: Diagnostic) => void,
): SystemdNotice {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, PATH } = env;
  if (!NOTIFY_SOCKET) return { building() {}, ready() {}, stopping: async () => {} };
  let told = Promise.resolve();
  let works = true;
  let lastStatus = Number.NEGATIVE_INFINITY;
  let heartbeat: NodeJS.Timeout | undefined;

  /** One after the other, so that an older status never replaces a newer one. */
  const tell = (...notice: readonly string[]): Promise<void> => {
    told = told.then(async () => {
      try {
        // Without the environment of the service, which may hold keys.
        const options = { env: { PATH, NOTIFY_SOCKET }, timeout: TELL_MS };
        await promisify(execFile)('systemd-notify', notice, options);
        works = true;
      } catch (error) {
        if (works) warn(failure(notice, error));
        works = false;
      }
    });
    return told;
  };

  return {
    building(done, total) {
      const now = performance.now();
      if (now - lastStatus < STATUS_MS) return;
      lastStatus = now;
      const status = `building read models: ${done} of ${total} events`;
      tell(`--status=${status}`, `EXTEND_TIMEOUT_USEC=${MORE_TIME_US}`);
    },
    ready() {
      tell('--ready', '--status=answering requests');
      const limit = Number(WATCHDOG_USEC ?? 0) / 1000;
      if (!(limit > 0)) return;
      heartbeat = setInterval(() => tell('WATCHDOG=1'), Math.min(limit / 2, LONGEST_MS));
    },
    stopping() {
      clearInterval(heartbeat);
      return tell('STOPPING=1', '--status=stopping');
    },
  };
}

function failure(notice: readonly string[], error: unknown): Diagnostic {
  const why = error instanceof Error ? error.message.trim() : String(error);
  const message = `systemd did not get the notice ${notice.join(' ')}: ${why}`;
  return new Diagnostic('systemd_not_told', message, { cause: error });
}
