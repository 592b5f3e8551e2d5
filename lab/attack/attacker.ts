import { connect, type Socket } from 'node:net';

/** What attackers of one kind did, and how they were answered. */
export interface Tally {
  connections: number;
  /** Of those, how many the service closed or reset. */
  cut: number;
  requests: number;
  /** Number of answers by status. */
  readonly statuses: Record<string, number>;
}

/** Opens connections from addresses of its own, and counts what comes of them. */
export interface Attacker {
  readonly tally: Tally;
  /** When the attack ends: a moment of `performance.now()`. */
  readonly until: number;
  /**
   * A connection that sends `bytes`, which hold so many requests. It reads unless it is `deaf`, and does not close its
   * side when the service does; `GIVE_UP_MS` later it is given up, so that others can take its place.
   */
  open(bytes?: string, requests?: number, deaf?: boolean): Socket;
  /** Sends on an open connection. */
  send(socket: Socket, bytes: string, requests?: number): void;
  /** Gives up all connections. */
  end(): void;
}

const GIVE_UP_MS = 5000;
/** A deaf connection does not notice its end. In this time the service should have noticed that it is deaf. */
const DEAF_MS = 40_000;

/** Statuses of answers. What an answer says holds no such line, since texts in it are JSON. */
const STATUS_LINE = /HTTP\/1\.1 ([1-5]\d\d) /g;

/** An attacker that takes its addresses in turn. */
export function attacker(port: number, addresses: readonly string[], until: number): Attacker {
  const tally: Tally = { connections: 0, cut: 0, requests: 0, statuses: {} };
  const open = new Set<Socket>();
  function send(socket: Socket, bytes: string, requests = 0): void {
    if (socket.destroyed) return;
    socket.write(bytes);
    tally.requests += requests;
  }
  return {
    tally,
    until,
    send,
    open(bytes, requests, deaf = false) {
      const localAddress = addresses[tally.connections % addresses.length];
      tally.connections += 1;
      const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
      open.add(socket);
      const giveUpIn = (ms: number) => setTimeout(() => socket.destroy(), ms).unref();
      let isCut = false;
      const cut = () => {
        if (!isCut) tally.cut += 1;
        isCut = true;
      };
      socket.once('end', cut).once('end', () => giveUpIn(GIVE_UP_MS));
      // A reset may follow the end: our side is still open then.
      socket.once('error', cut);
      socket.once('close', () => open.delete(socket));
      if (deaf) {
        socket.pause();
        giveUpIn(DEAF_MS);
      } else {
        socket.on('data', (chunk) => {
          for (const [, status = ''] of chunk.toString('latin1').matchAll(STATUS_LINE)) {
            tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
          }
        });
      }
      if (bytes !== undefined) send(socket, bytes, requests);
      return socket;
    },
    end() {
      for (const socket of open) socket.destroy();
    },
  };
}
