import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A receiver on this machine that answers as it is told, and what it got. */
export async function receiver(answer: (nth: number) => number | Promise<number> = () => 204) {
  const got: { id: string; signature: string; timestamp: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const header = (name: string) => String(request.headers[`webhook-${name}`]);
    got.push({
      id: header('id'),
      signature: header('signature'),
      timestamp: header('timestamp'),
      body,
    });
    response.writeHead(await answer(got.length)).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, got };
}
