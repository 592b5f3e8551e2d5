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
      const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      return await send(new Request(url, new Request(asked, { signal })));
    } catch (error) {
      found = undefined;
      throw error;
    }
  };
}
