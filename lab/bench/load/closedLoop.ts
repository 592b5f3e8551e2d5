import { Agent, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Refusals, refusalOf, refuse } from './refusals.js';

/** A request, and the labels under which its time counts. */
export interface Ask {
  readonly labels: readonly string[];
  readonly path: string;
  /** Makes it a POST. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Loop {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly next: () => Ask;
  readonly signal: AbortSignal;
}

export interface Answered {
  /** Milliseconds of the answers with 2xx by label, in ascending order. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly failed: number;
  /** The failed ones by kind. */
  readonly refusals: Refusals;
}

const LONGEST_MS = 60_000;

/**
 * Keeps `connections` busy with one request at a time each. Slower than `measure`, but it knows which
 * answer was for which request.
 */
export async function closedLoop(loop: Loop): Promise<Answered> {
  const { url, connections, seconds, next, signal } = loop;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = new Map<string, number[]>();
  const refusals: Refusals = new Map();
  const end = performance.now() + seconds * 1000;
  const one = async () => {
    while (performance.now() < end) {
      signal.throwIfAborted();
      const ask = next();
      const start = performance.now();
      const refusal = await send(url, agent, ask, signal);
      const took = performance.now() - start;
      if (refusal !== undefined) refuse(refusals, refusal);
      else for (const label of ask.labels) (times.get(label) ?? timesOf(times, label)).push(took);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, one));
  } finally {
    agent.destroy();
  }
  for (const all of times.values()) all.sort((a, b) => a - b);
  const failed = [...refusals.values()].reduce((sum, count) => sum + count, 0);
  return { times, failed, refusals };
}

function timesOf(times: Map<string, number[]>, label: string): number[] {
  const made: number[] = [];
  times.set(label, made);
  return made;
}

/** Resolves when the whole answer has arrived: with the kind of its failure, or undefined for an answer with 2xx. */
function send(url: string, agent: Agent, ask: Ask, signal: AbortSignal) {
  const { path, body, headers } = ask;
  const method = body === undefined ? 'GET' : 'POST';
  const options: RequestOptions = { agent, method, signal, timeout: LONGEST_MS };
  options.headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  return new Promise<string | undefined>((resolve, reject) => {
    const sent = request(url + path, options, (response) => {
      const { statusCode: status = 0 } = response;
      response.on('error', reject);
      if (status < 200 || status >= 300)
        text(response).then((said) => resolve(refusalOf(status, said)), reject);
      else response.on('end', () => resolve(undefined)).resume();
    });
    sent.on('timeout', () => sent.destroy(new Error(`${path} was not answered`)));
    sent.on('error', reject).end(body);
  });
}
