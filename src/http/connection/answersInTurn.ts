import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { closeAfterLinger, dropInput } from './lingeringClose.js';

/** What a connection may ask at once. */
export interface Pipelining {
  /** How many requests may wait for their turn. */
  readonly maxWaiting: number;
  /** From the last answer to the end of a connection that sent more, in milliseconds. */
  readonly linger: number;
}

/**
 * Answers the requests of a connection one after the other. Node hands over all requests of a chunk in one turn of the event
 * loop, and a chunk holds thousands; of those that wait on all connections, one begins in a turn. A request over
 * `maxWaiting` is not answered, and nothing more is read. The connection is closed after the answers that it waits for, so
 * its client knows what was done.
 */
export function answerInTurn(
  server: Server,
  answer: RequestListener,
  { maxWaiting, linger }: Pipelining,
): void {
  /** Of each connection with a request in progress: those that wait for its answer, oldest first. */
  const queues = new WeakMap<Socket, Parameters<RequestListener>[]>();
  /** Connections with an answer sent and a request waiting, oldest first. */
  const ready: Socket[] = [];
  const refused = new WeakSet<Socket>();

  function begin(...[request, response]: Parameters<RequestListener>): void {
    const { socket } = request;
    response.once('close', () => {
      if (queues.get(socket)?.length === 0) queues.delete(socket);
      else if (ready.push(socket) === 1) setImmediate(beginNext);
    });
    answer(request, response);
  }

  function beginNext(): void {
    const socket = ready.shift();
    if (ready.length > 0) setImmediate(beginNext);
    // After an answer that closes the connection, no other can be sent.
    if (!socket?.writable) return;
    const next = queues.get(socket)?.shift();
    if (next) begin(...next);
  }

  server.on('request', (request, response) => {
    const { socket } = request;
    if (refused.has(socket)) return;
    const waiting = queues.get(socket);
    if (waiting === undefined) {
      queues.set(socket, []);
      begin(request, response);
    } else if (waiting.length < maxWaiting) {
      waiting.push([request, response]);
    } else {
      refused.add(socket);
      waiting.at(-1)?.[1].once('close', () => closeAfterLinger(socket, linger));
      // Not before the parser has come to the end of the chunk.
      process.nextTick(dropInput, socket);
    }
  });
}
