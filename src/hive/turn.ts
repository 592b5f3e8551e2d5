import type { HiveEvent } from './hiveMachine.js';

/** Another node may push by now. */
export class TurnLost extends Error {
  override readonly name = 'TurnLost';
}

/** Whose turn it is to push, where several nodes have the log. */
export interface HiveTurn {
  /** Takes or keeps the turn, with what the last node left. False while another node has it, or this log has to catch up. */
  take(): Promise<boolean>;
  /**
   * Leaves what the ledger says for the next node. With `offered`, the last event that is about to be sent, the next one also
   * knows what may be on its way. Rejects with `TurnLost`: then nothing may be sent.
   */
  leave(offered?: number): Promise<void>;
  /** Why this node does not push; null where it never waits for its turn. */
  why(): string | null;
  /** Keeps the turn, also while a batch is on its way, and tells when it was taken or lost. Gives what ends that. */
  watch(parts: WatchParts): () => void;
}

/** What the watch over a turn needs. */
interface WatchParts {
  /** Runs what reads and writes the ledger, one after the other. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  readonly send: (event: HiveEvent) => void;
  readonly onError: (error: unknown) => void;
  readonly clock?: Timers | undefined;
}

/** As xstate has them: what names a timer is the clock's own. */
interface Timers {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Nobody else pushes. */
export const alwaysOurs: HiveTurn = {
  take: async () => true,
  leave: async () => {},
  why: () => null,
  watch: () => () => {},
};
