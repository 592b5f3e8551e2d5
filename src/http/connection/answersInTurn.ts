import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
    response.on('close', () => {
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

/** The answers of each connection that are not sent to their end. */
const pending = new WeakMap<Socket, Set<ServerResponse>>();

/** Keeps track of the pending answers of each connection of a server, for `pendingAnswers`. */
export function trackAnswers(server: Server): void {
  server.on('request', ({ socket }, response) => {
    const answers = pending.get(socket) ?? new Set();
    pending.set(socket, answers.add(response));
    response.on('close', () => answers.delete(response));
  });
}

/** The answers of a connection that are not sent to their end, oldest first. */
export function pendingAnswers(socket: Socket): readonly ServerResponse[] {
  return [...(pending.get(socket) ?? [])];
}

/**
 * From here on, what arrives is read and dropped, and nothing in it is taken for a request. It has to be read: a
 * connection that is closed while bytes wait in the kernel is reset, and a reset can cost the client its answer.
 */
export function dropInput(socket: Socket): void {
  // A listener of its own takes the bytes away from the HTTP parser, which reads them past the stream.
  socket.removeAllListeners('data').on('data', () => {});
  socket.resume();
}

/**
 * Ends a connection after what was written to it: when the client has closed its side, or after `linger`
 * milliseconds. Node alone would wait for the client for ever.
 */
export function closeAfterLinger(socket: Socket, linger: number): void {
  dropInput(socket);
  socket.end();
  const timer = setTimeout(() => socket.destroy(), linger);
  socket.once('close', () => clearTimeout(timer));
}
