import { Agent, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Refusals, refusalOf, refuse } from './refusals.js';

/** A GET, and the labels under which its time counts. */
export interface Ask {
  readonly labels: readonly string[];
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes in the answer, when it has one with 2xx; that does not count in its time. */
  readonly read?: (answer: string) => void;
}

export interface Loop {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly next: () => Ask;
  readonly signal: AbortSignal;
}

export interface Answered {
  /** Milliseconds of the answers with 2xx by label. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** The other answers, by kind. */
  readonly refusals: Refusals;
}

const LONGEST_MS = 60_000;

/**
 * Keeps `connections` busy with one request at a time each, and waits for the last answers. Slower than `measure`, but it
 * knows which answer was for which request.
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
      const { status, answer } = await send(url, agent, ask, signal);
      const took = performance.now() - start;
      if (status < 200 || status >= 300) {
        refuse(refusals, `${ask.labels[0]}: ${refusalOf(status, answer)}`);
        continue;
      }
      for (const label of ask.labels) {
        const all = times.get(label) ?? [];
        times.set(label, all);
        all.push(took);
      }
      ask.read?.(answer);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, one));
  } finally {
    agent.destroy();
  }
  return { times, refusals };
}

function send(url: string, agent: Agent, { path, headers }: Ask, signal: AbortSignal) {
  const options: RequestOptions = {
    agent,
    signal,
    timeout: LONGEST_MS,
    ...(headers && { headers }),
  };
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const sent = request(url + path, options, (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((answer) => resolve({ status, answer }), reject);
    });
    sent.on('timeout', () => sent.destroy(new Error(`${path} was not answered`)));
    sent.on('error', reject).end();
  });
}
