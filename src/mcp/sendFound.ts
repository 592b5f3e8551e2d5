import type { Send } from '../connect/fetchService.js';
import { unreachable } from './answer.js';

/** A vault that takes longer than this hangs. */
const TIMEOUT_MS = 10_000;

/** After this time without an answer, another vault may have the address: it is looked for again. */
const FRESH_MS = 2000;

/** A service, and what sends requests to it. */
interface Reached {
  readonly url: string;
  readonly send: Send;
}

/**
 * Sends requests to a service that is found at the first of them, and again after a pause and after one that got no answer:
 * it may have ended since, or been started again at another address. Rejects with what `find` and `send` reject with, and
 * with a `Failure` after ten seconds.
 */
export function sendFound(find: () => Promise<Reached>): Send {
  let found: Promise<Reached> | undefined;
  /** Never, while the service that was found has not answered. */
  let answeredAt = Number.POSITIVE_INFINITY;
  return async (asked) => {
    if (found === undefined || answeredAt + FRESH_MS < performance.now()) {
      answeredAt = Number.POSITIVE_INFINITY;
      found = find();
    }
    const { pathname, search } = new URL(asked.url);
    try {
      const { url, send } = await found;
      // The address may have a path of its own, behind a proxy.
      const place = `${url.replace(/\/$/, '')}${pathname}${search}`;
      const answer = await inTime(send(new Request(place, asked)));
      answeredAt = performance.now();
      return answer;
    } catch (error) {
      found = undefined;
      throw error;
    }
  };
}

/** A client may wait for a list before it starts. */
const LIST_MS = 1500;

/** A list, or an empty one where the vault does not answer in time. No signal: while a service is still looked for, nobody heeds one. */
export function listInTime<T>(listed: Promise<readonly T[]>): Promise<readonly T[]> {
  const late = new Promise<[]>((resolve) => setTimeout(resolve, LIST_MS, []).unref());
  return Promise.race([listed.catch(() => []), late]);
}

/** A signal would not do: under Node 20, one that only a `Request` holds may be collected before it fires. */
async function inTime(answer: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(unreachable(`no answer within ${TIMEOUT_MS / 1000} s`));
    timer = setTimeout(fail, TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
