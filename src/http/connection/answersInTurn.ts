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
 * Answers the requests of a connection one after the other, each in a turn of the event loop of its own: Node hands over
 * all requests of a chunk in one turn, and a chunk holds thousands. A request over `maxWaiting` is not answered, and
 * nothing more is read. The connection is closed after the answers that it waits for, so its client knows what was done.
 */
export function answerInTurn(
  server: Server,
  answer: RequestListener,
  { maxWaiting, linger }: Pipelining,
): void {
  /** Of each connection with a request in progress: those that wait for its answer, oldest first. */
  const queues = new WeakMap<Socket, Parameters<RequestListener>[]>();
  const refused = new WeakSet<Socket>();

  function begin(...[request, response]: Parameters<RequestListener>): void {
    const { socket } = request;
    response.once('close', () => setImmediate(next, socket));
    answer(request, response);
  }

  function next(socket: Socket): void {
    const one = queues.get(socket)?.shift();
    if (one === undefined) queues.delete(socket);
    // After an answer that closes the connection, no other can be sent.
    else if (socket.writable) begin(...one);
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
