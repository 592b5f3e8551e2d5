import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** The faults that can happen to a request. */
export const MISHAPS = [
  'is lost',
  'loses its answer',
  'is slow',
  'arrives twice',
  'arrives late',
] as const;
type Mishap = (typeof MISHAPS)[number];

/** A network between two services, with faults on demand. */
export interface ChaosProxy {
  readonly url: string;
  /** Target of requests; undefined while there is none. */
  target: string | undefined;
  /** The fault of the next batch, if any. */
  mishap: () => Mishap | undefined;
  /** Number of faults of each kind. */
  readonly counts: Record<Mishap, number>;
  /** Resolves when no request is under way any more. */
  calm(): Promise<void>;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}
interface Came {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const SLOW_MS = 150;
/** Long enough for a retry to arrive first. */
const LATE_MS = 1500;

export async function chaosProxy(): Promise<ChaosProxy> {
  const late = new Set<Promise<unknown>>();
  const server = createServer((incoming, response) => void serve(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The cast is safe: it listens on TCP.
  const { port } = server.address() as AddressInfo;
  const proxy: ChaosProxy = {
    url: `http://127.0.0.1:${port}`,
    target: undefined,
    mishap: () => undefined,
    counts: Object.fromEntries(MISHAPS.map((name) => [name, 0])) as Record<Mishap, number>,
    async calm() {
      await Promise.allSettled(late);
    },
  };

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const { method = 'GET', url: path = '/', headers } = incoming;
    const sent = { method, path, headers, body: Buffer.concat(parts) };
    const mishap = method === 'POST' ? proxy.mishap() : undefined;
    if (mishap) proxy.counts[mishap] += 1;
    const came = await arrive(sent, mishap).catch(() => undefined);
    if (!came) {
      response.destroy();
      return;
    }
    const { 'transfer-encoding': _, ...answered } = came.headers;
    response.writeHead(came.status, answered).end(came.body);
  }

  async function arrive(sent: Sent, mishap: Mishap | undefined): Promise<Came | undefined> {
    switch (mishap) {
      case undefined:
        return forward(proxy.target, sent);
      case 'is lost':
        return undefined;
      case 'loses its answer':
        await forward(proxy.target, sent);
        return undefined;
      case 'is slow':
        await sleep(SLOW_MS);
        return forward(proxy.target, sent);
      case 'arrives twice': {
        const [, second] = await Promise.all([
          forward(proxy.target, sent),
          forward(proxy.target, sent),
        ]);
        return second;
      }
      case 'arrives late': {
        // The sender gets no answer and sends the same and more; this request arrives after that.
        const arrival = sleep(LATE_MS).then(() => forward(proxy.target, sent));
        late.add(arrival.catch(() => {}));
        return undefined;
      }
    }
  }
  return proxy;
}

function forward(target: string | undefined, { method, path, headers, body }: Sent): Promise<Came> {
  return new Promise((resolve, reject) => {
    if (target === undefined) {
      reject(new Error('the target is down'));
      return;
    }
    const { host: _, connection: __, ...rest } = headers;
    const outgoing = request(`${target}${path}`, { method, headers: rest, agent: false });
    outgoing.on('error', reject);
    outgoing.on('response', async (response) => {
      try {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part);
        const { statusCode: status = 0 } = response;
        resolve({ status, headers: response.headers, body: Buffer.concat(parts) });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.end(body);
  });
}
