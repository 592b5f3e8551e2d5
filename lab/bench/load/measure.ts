import autocannon from 'autocannon';
import { percentile } from '../../../tools/percentile.js';
import { type Refusals, refusalOf, refuse } from './refusals.js';

export interface Load {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly connections: number;
  readonly seconds: number;
  /** So many requests, however long they take. */
  readonly amount?: number;
  /** Called for each request. Its headers are added to those of every request. */
  readonly next: () => {
    readonly path: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly signal: AbortSignal;
}

export interface Measured {
  /** Number of answers with 2xx. */
  readonly answered: number;
  readonly perSecond: number;
  /** Milliseconds of the answers with 2xx. */
  readonly p50: number;
  readonly p99: number;
  /** The same, all of them in ascending order. */
  readonly times: readonly number[];
  /** Number of other answers, and of requests without an answer. */
  readonly failed: number;
  /** The same by kind. */
  readonly refusals: Refusals;
}

/** Keeps `connections` busy with one request at a time each, for `seconds`. */
export async function measure(load: Load): Promise<Measured> {
  const { url, method = 'GET', connections, seconds, amount, next, signal } = load;
  signal.throwIfAborted();
  // Kept here because the percentiles of autocannon are whole milliseconds.
  const times: number[] = [];
  const refusals: Refusals = new Map();
  let stop = () => {};
  const headers = { 'content-type': 'application/json' };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const setupRequest = (request: autocannon.Request) => {
      const asked = next();
      const all = { ...(method === 'POST' && headers), ...asked.headers };
      return { ...request, ...asked, headers: all };
    };
    const onResponse = (status: number, body: string) => {
      if (!isSuccess(status)) refuse(refusals, refusalOf(status, body));
    };
    const requests = [{ method, setupRequest, onResponse }];
    const instance = autocannon(
      { url, connections, duration: seconds, ...(amount && { amount }), requests },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    instance.on('response', (_client, status: number, _bytes, milliseconds: number) => {
      if (isSuccess(status)) times.push(milliseconds);
    });
    stop = () => instance.stop();
    signal.addEventListener('abort', stop);
  }).finally(() => signal.removeEventListener('abort', stop));
  signal.throwIfAborted();
  times.sort((a, b) => a - b);
  refuse(refusals, 'not answered in time', result.timeouts);
  refuse(refusals, 'connection failed', result.errors - result.timeouts);
  return {
    answered: times.length,
    perSecond: times.length / result.duration,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    times,
    failed: [...refusals.values()].reduce((sum, count) => sum + count, 0),
    refusals,
  };
}

const isSuccess = (status: number) => status >= 200 && status < 300;
