import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Texts may still be on their way this long after they are forgotten, in milliseconds. */
const ON_ITS_WAY_MS = 50;

/** A receiver that answers every third message with 503, is slow at every fifth, and may be away for a while. */
export function badReceiver(port: number) {
  let server: Server | undefined;
  let secret = '';
  const seen = { messages: 0, refused: 0, unsigned: 0, leaks: 0 };
  const taken: number[] = [];
  /** When each text was forgotten, in milliseconds since 1970. */
  const forgotten = new Map<string, number>();

  function look(headers: Readonly<Record<string, unknown>>, body: string): void {
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(text).digest('base64');
    if (headers['webhook-signature'] !== `v1,${signature}`) seen.unsigned += 1;
    for (const [one, at] of forgotten)
      if (body.includes(one) && Date.now() > at + ON_ITS_WAY_MS) seen.leaks += 1;
  }

  return {
    url: `http://127.0.0.1:${port}/hook`,
    seen,
    /** Positions of the events that it took, in the order in which they came. */
    taken,
    knowSecret(one: string) {
      secret = one;
    },
    forget: (text: string) => void forgotten.set(text, Date.now()),
    async open(): Promise<void> {
      server = createServer(async (request, answer) => {
        let body = '';
        for await (const part of request) body += part;
        seen.messages += 1;
        const nth = seen.messages;
        look(request.headers, body);
        await sleep(nth % 5 === 0 ? 60 : 2);
        if (nth % 3 === 0) {
          seen.refused += 1;
          answer.writeHead(503).end();
          return;
        }
        // The service wrote it.
        taken.push((JSON.parse(body) as { position: number }).position);
        answer.writeHead(204).end();
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async close(): Promise<void> {
      server?.closeAllConnections();
      await new Promise((done) => server?.close(done));
    },
  };
}
