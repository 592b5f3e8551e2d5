import autocannon from 'autocannon';
import { percentile } from '../../tools/percentile.js';

export interface Load {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly connections: number;
  readonly seconds: number;
  /** Called for each request. */
  readonly next: () => { readonly path: string; readonly body?: string };
  readonly signal: AbortSignal;
}

export interface Measured {
  /** Number of answers with 2xx. */
  readonly answered: number;
  readonly perSecond: number;
  /** Milliseconds of the answers with 2xx. */
  readonly p50: number;
  readonly p99: number;
  /** Number of other answers, and of requests without an answer. */
  readonly failed: number;
}

/** Keeps `connections` busy with one request at a time each, for `seconds`. */
export async function measure(load: Load): Promise<Measured> {
  const { url, method = 'GET', connections, seconds, next, signal } = load;
  signal.throwIfAborted();
  // Kept here because the percentiles of autocannon are whole milliseconds.
  const times: number[] = [];
  let refused = 0;
  let stop = () => {};
  const headers = { 'content-type': 'application/json' };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const setupRequest = (request: autocannon.Request) => ({ ...request, ...next() });
    const requests = [{ method, setupRequest, ...(method === 'POST' && { headers }) }];
    const instance = autocannon(
      { url, connections, duration: seconds, requests },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    instance.on('response', (_client, status: number, _bytes, milliseconds: number) => {
      if (status >= 200 && status < 300) times.push(milliseconds);
      else refused += 1;
    });
    stop = () => instance.stop();
    signal.addEventListener('abort', stop);
  }).finally(() => signal.removeEventListener('abort', stop));
  signal.throwIfAborted();
  times.sort((a, b) => a - b);
  return {
    answered: times.length,
    perSecond: times.length / result.duration,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    failed: refused + result.errors,
  };
}
