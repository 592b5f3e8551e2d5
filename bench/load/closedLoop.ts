import { Agent, type RequestOptions, request } from 'node:http';

/** A request, and the labels under which its time counts. */
export interface Ask {
  readonly labels: readonly string[];
  readonly path: string;
  /** Makes it a POST. */
  readonly body?: string;
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
  let failed = 0;
  const end = performance.now() + seconds * 1000;
  const one = async () => {
    while (performance.now() < end) {
      signal.throwIfAborted();
      const ask = next();
      const start = performance.now();
      const status = await send(url, agent, ask, signal);
      const took = performance.now() - start;
      if (status < 200 || status >= 300) failed += 1;
      else for (const label of ask.labels) (times.get(label) ?? timesOf(times, label)).push(took);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, one));
  } finally {
    agent.destroy();
  }
  for (const all of times.values()) all.sort((a, b) => a - b);
  return { times, failed };
}

function timesOf(times: Map<string, number[]>, label: string): number[] {
  const made: number[] = [];
  times.set(label, made);
  return made;
}

/** Resolves with the status when the whole answer has arrived. */
function send(url: string, agent: Agent, { path, body }: Ask, signal: AbortSignal) {
  const method = body === undefined ? 'GET' : 'POST';
  const options: RequestOptions = { agent, method, signal, timeout: LONGEST_MS };
  if (body !== undefined) options.headers = { 'content-type': 'application/json' };
  return new Promise<number>((resolve, reject) => {
    const sent = request(url + path, options, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.on('timeout', () => sent.destroy(new Error(`${path} was not answered`)));
    sent.on('error', reject).end(body);
  });
}
