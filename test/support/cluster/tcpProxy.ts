import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What a proxy does with its connections: pass all on; refuse them; hang, as a network does in which packets get lost; or
 * lose the answers alone, while what is asked still arrives.
 */
export type Passage = 'passes' | 'refuses' | 'hangs' | 'loses answers';

/** A network between a client and a server, with faults on demand. */
export interface TcpProxy {
  readonly port: number;
  /** The port of the server on this machine; the next connections go there. */
  target: number;
  /** Changes what is done with connections, those that are open included. */
  set(passage: Passage): void;
  /** Breaks every connection that is open. */
  cut(): void;
  close(): void;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Once an answer was lost, the client can make nothing of a later one. */
  isBroken: boolean;
}

/** Starts a proxy in front of a port of this machine. */
export async function tcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let passage: Passage = 'passes';

  const listener = createServer((client) => {
    if (passage === 'refuses') {
      client.destroy();
      return;
    }
    const server = connect(proxy.target, '127.0.0.1');
    const pair: Pair = { client, server, isBroken: false };
    pairs.add(pair);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.setNoDelay();
      from.on('data', (bytes) => {
        if (from === server && passage === 'loses answers') pair.isBroken = true;
        else if (!to.write(bytes)) from.pause();
      });
      to.on('drain', () => void (passage === 'hangs' || from.resume()));
      from.on('error', () => {});
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
    }
    if (passage === 'hangs') pause(pair);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  const proxy: TcpProxy = {
    port: address.port,
    target,
    set(next) {
      passage = next;
      for (const pair of pairs)
        if (next === 'refuses' || (next === 'passes' && pair.isBroken)) destroy(pair);
        else if (next === 'hangs') pause(pair);
        else resume(pair);
    },
    cut: () => pairs.forEach(destroy),
    close() {
      listener.close();
      pairs.forEach(destroy);
    },
  };
  return proxy;
}

function pause({ client, server }: Pair): void {
  client.pause();
  server.pause();
}

function resume({ client, server }: Pair): void {
  client.resume();
  server.resume();
}

function destroy({ client, server }: Pair): void {
  client.destroy();
  server.destroy();
}
