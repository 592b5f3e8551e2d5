import { retryAfterOf, VaultError } from './vaultError.js';

/** How often and how long a request is repeated. */
export interface RetryOptions {
  /** The most attempts, the first included; 1 switches retries off. By default 6. */
  readonly attempts?: number | undefined;
  /** No attempt begins later than this after the first one, in milliseconds. By default two minutes. */
  readonly withinMs?: number | undefined;
  /** Called before each wait. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** Why a request is repeated, and when. */
export interface Wait {
  readonly seconds: number;
  /** The status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** The number of attempts so far. */
  readonly attempts: number;
}

/** What time and chance are; a test brings its own. */
export interface Clock {
  /** In milliseconds. */
  now(): number;
  /** Rejects with the signal's reason when that aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** From 0 up to, but not including, 1. */
  random(): number;
}

export type Send = (request: Request) => Promise<Response>;

/** The wait doubles from `FIRST_MS` to `LONGEST_MS`. */
const FIRST_MS = 200;
const LONGEST_MS = 10_000;

/**
 * Sends a request again when it got no answer, or a 429, 502, 503 or 504, and when to repeat it does no harm. Returns
 * the answer if it is a success. Throws `VaultError`, or the reason of the request's signal.
 */
export function retrying(
  send: Send,
  { attempts: most = 6, withinMs = 120_000, onWait }: RetryOptions,
  clock: Clock,
): Send {
  return async (request) => {
    const { method, url, signal } = request;
    const start = clock.now();
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await attempt(send, request.clone());
      if (outcome instanceof Response && outcome.ok) return outcome;
      signal.throwIfAborted();
      const wait = waitMs(request, outcome, attempts, clock.random());
      const end = clock.now() - start + (wait ?? 0);
      if (wait === undefined || attempts >= most || end > withinMs) {
        const asked = { method, url, attempts };
        if (outcome instanceof Response) throw await VaultError.refused(outcome, asked);
        throw VaultError.unanswered(outcome.lost, asked);
      }
      const status = outcome instanceof Response ? outcome.status : undefined;
      onWait?.({ seconds: Math.ceil(wait / 1000), status, attempts });
      await clock.sleep(wait, signal);
    }
  };
}

/** An answer, or why there is none. */
type Outcome = Response | { readonly lost: unknown };

/** The body belongs to the attempt: a connection can break in the middle of it. Streams are read later. */
async function attempt(send: Send, request: Request): Promise<Outcome> {
  try {
    const response = await send(request);
    if (response.ok && isStream(response)) return response;
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(mayHaveBody(status) ? body : null, { status, statusText, headers });
  } catch (lost) {
    return { lost };
  }
}

const isStream = ({ headers }: Response) =>
  /^(text\/event-stream|application\/x-ndjson)/.test(headers.get('content-type') ?? '');

/** A `Response` of these statuses cannot be made with a body. */
const mayHaveBody = (status: number) => ![204, 205, 304].includes(status);

/** How long to wait for the next attempt, in milliseconds; undefined when there must be none. */
function waitMs(
  request: Request,
  outcome: Outcome,
  attempts: number,
  random: number,
): number | undefined {
  if (!mayRepeat(request, outcome)) return undefined;
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempts - 1));
  const asked = outcome instanceof Response ? (retryAfterOf(outcome) ?? 0) * 1000 : 0;
  // The random part keeps clients that failed together from coming back together.
  return asked + random * longest;
}

function mayRepeat({ method, url, headers }: Request, outcome: Outcome): boolean {
  const status = outcome instanceof Response ? outcome.status : undefined;
  // Refused before anything was done.
  if (status === 429) return true;
  if (status !== undefined && ![502, 503, 504].includes(status)) return false;
  // There, 503 is the answer to the question.
  if (status === 503 && new URL(url).pathname.endsWith('/readyz')) return false;
  // The other methods are not idempotent (RFC 9110, 9.2.2); a key makes a POST so.
  return ['GET', 'PUT', 'DELETE'].includes(method) || headers.has('idempotency-key');
}
