import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The answers of each connection that are not sent to their end. */
const pending = new WeakMap<Socket, Set<ServerResponse>>();

/** Keeps track of the pending answers of each connection of a server, for `pendingAnswers`. */
export function trackAnswers(server: Server): void {
  server.on('request', ({ socket }, response) => {
    const answers = pending.get(socket) ?? new Set();
    pending.set(socket, answers.add(response));
    response.once('close', () => answers.delete(response));
  });
}

/** The answers of a connection that are not sent to their end, oldest first. */
export function pendingAnswers(socket: Socket): readonly ServerResponse[] {
  return [...(pending.get(socket) ?? [])];
}
