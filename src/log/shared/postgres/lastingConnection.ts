import { SharedLogInterrupted } from '../sharedLog.js';
import type { Connection } from './connection.js';

/** A connection that is made when somebody needs it, and made anew after it broke. */
export interface LastingConnection {
  /** The one that is open, or a new one: calls at the same time share it. Rejects as connecting does. */
  get(): Promise<Connection>;
  close(): Promise<void>;
}

export function lastingConnection(connect: () => Promise<Connection>): LastingConnection {
  let current: Connection | undefined;
  let coming: Promise<Connection> | undefined;
  let closed = false;
  return {
    async get() {
      if (closed) throw new SharedLogInterrupted('PostgreSQL: this node has closed the connection');
      if (current?.isOpen) return current;
      coming ??= connect().finally(() => {
        coming = undefined;
      });
      current = await coming;
      return current;
    },
    async close() {
      closed = true;
      // Nobody waits for one that is still being made: the server may be out of reach.
      coming?.then(
        (late) => late.destroy('it is not needed any more'),
        () => {},
      );
      await current?.close();
    },
  };
}
