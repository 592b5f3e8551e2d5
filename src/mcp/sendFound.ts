import { unreachable } from './failure.js';

/** A vault that takes longer than this hangs. */
const TIMEOUT_MS = 10_000;

type Send = (request: Request) => Promise<Response>;

/**
 * Sends requests to a service that is found at the first of them, and again after one that got no answer: it may have been
 * started since, or again at another address. Rejects with a `Failure`.
 */
export function sendFound(find: () => Promise<string>, send: Send): Send {
  let found: Promise<string> | undefined;
  return async (asked) => {
    found ??= find();
    const { pathname, search } = new URL(asked.url);
    try {
      // The address may have a path of its own, behind a proxy.
      const url = `${(await found).replace(/\/$/, '')}${pathname}${search}`;
      return await inTime(send(new Request(url, asked)));
    } catch (error) {
      found = undefined;
      throw error;
    }
  };
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
