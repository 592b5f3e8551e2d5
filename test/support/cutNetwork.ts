import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection between a node and its PostgreSQL that a test can cut. */
export interface CutNetwork {
  readonly port: number;
  /** Ends all connections, and lets nobody in until it is mended. */
  cut(): void;
  mend(): void;
}

/** A way to a port of this machine, closed after the test. */
export async function cutNetwork(to: number): Promise<CutNetwork> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((from) => {
    const there = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [from, there],
      [there, from],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    if (isCut) from.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port is free');
  const cut = () => {
    isCut = true;
    for (const one of open) one.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    port: address.port,
    cut,
    mend() {
      isCut = false;
    },
  };
}
