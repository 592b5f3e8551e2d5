import type { ReplicatedLog } from '../../../src/cluster/replicatedLog.js';
import {
  type LogCopy,
  type SharedLog,
  SharedLogInterrupted,
} from '../../../src/cluster/sharedLog.js';
import { isEmpty } from '../../../src/log/eventLog.js';
import type { SharedStore } from '../memorySharedLog.js';

/** A mistake that a node could make: its parts, changed. */
export interface NodeBug {
  readonly log?: (log: ReplicatedLog) => ReplicatedLog;
  readonly copy?: (copy: LogCopy) => LogCopy;
  readonly engine?: (engine: SharedLog, store: SharedStore) => SharedLog;
}

/** Answers what changes nothing by its copy, without the lock. */
export const answersAtOnce: NodeBug = {
  log: (log) => ({
    ...log,
    async appendNext(decide) {
      const { position, hash } = await log.head();
      const batch = await decide({ position, at: Math.floor(log.now()) });
      return isEmpty(batch) ? { events: [], head: { position, hash } } : log.appendNext(decide);
    },
  }),
};

/** Takes an append for done that was interrupted, as who ignores the warning that the standby does not have it. */
export const ignoresInterruption: NodeBug = {
  engine: (engine) => ({
    ...engine,
    async lock(end, limit) {
      const held = await engine.lock(end, limit);
      return {
        ...held,
        append: (batch) =>
          held.append(batch).catch((error) => {
            if (!(error instanceof SharedLogInterrupted)) throw error;
          }),
      };
    },
  }),
};

/** Sends an interrupted append again without looking whether it is there. */
export const repeatsBlindly: NodeBug = {
  copy: (copy) => ({ ...copy, envelopeOf: async () => undefined }),
};

/** Compares a position with a hash that was read later. */
export const readsInTwo: NodeBug = {
  engine: (engine, store) => ({
    ...engine,
    async readBehind(end, limit) {
      const { position } = store.end;
      const delta = await engine.readBehind(end, limit);
      return { ...delta, end: { ...delta.end, position } };
    },
  }),
};
