import { isDeepStrictEqual } from 'node:util';
import type { EventLog } from '../log/eventLog.js';
import type { Lease } from '../log/shared/sharedControl.js';
import type { HiveLedger } from './hiveLedger.js';
import type { HiveEvent } from './hiveMachine.js';
import { readSharedLedger, type SharedLedger } from './sharedLedger.js';

/** Another node may push by now. */
export class TurnLost extends Error {
  override readonly name = 'TurnLost';
}

const WHY = {
  elsewhere: 'another node pushes to the hub: this one takes over when that one stops',
  behind: 'it is the turn of this node, and its log has to catch up with what was pushed before',
} as const;

/** Which of several nodes pushes: the holder of a lease, which leaves in it how far the hub is. */
export function hiveTurn(parts: {
  readonly lease: Lease;
  readonly ledger: HiveLedger;
  readonly log: Pick<EventLog, 'head' | 'hashAt'>;
}) {
  const { lease, ledger, log } = parts;
  let reach = 0;
  /** What this node has left last. */
  let left: string | undefined;
  let why: keyof typeof WHY = 'elsewhere';

  /** What another node, or this one before a restart, has left about this hub. */
  function about(text: string | undefined): SharedLedger | undefined {
    if (text === undefined || text === left) return undefined;
    const shared = readSharedLedger(text);
    return shared?.hub === ledger.state().hub ? shared : undefined;
  }

  /** Whether this log is the one that was pushed: `behind` when it does not go as far yet. */
  async function compare({ cursor, hash }: SharedLedger): Promise<'same' | 'behind' | 'another'> {
    if (cursor === 0) return 'same';
    const here = await log.hashAt(cursor);
    if (!here) return 'behind';
    // Without a hash after the cursor was moved back.
    return hash === '' || here.toString('hex') === hash ? 'same' : 'another';
  }

  function adopt(shared: SharedLedger): void {
    reach = Math.max(reach, shared.reach);
    const own: SharedLedger = { ...ledger.share(), reach: shared.reach };
    const isKnown = ledger.state().elsewhere >= shared.reach;
    if (!isKnown || !isDeepStrictEqual(own, shared)) ledger.adopt(shared);
  }

  return {
    lease,
    /** Takes or keeps the turn, with what the last node left. False while another node has it, or this log has to catch up. */
    async take(): Promise<boolean> {
      why = 'elsewhere';
      const held = await lease.hold();
      if (!held) return false;
      const shared = about(held.state);
      if (!shared) return true;
      const found = await compare(shared);
      if (found === 'behind') {
        why = 'behind';
        return false;
      }
      if (found === 'same') adopt(shared);
      else ledger.startOver((await log.head()).position);
      return true;
    },
    /** Takes over what the node that has the turn left, so that this one shows how far the hub is. */
    async follow(): Promise<void> {
      why = 'elsewhere';
      const shared = about(await lease.left());
      if (shared && (await compare(shared)) === 'same') adopt(shared);
    },
    /**
     * Leaves what the ledger says for the next node. With `offered`, the last event that is about to be sent, the next one also
     * knows what may be on its way. Rejects with `TurnLost`: then nothing may be sent.
     */
    async leave(offered = 0): Promise<void> {
      const { cursor, elsewhere } = ledger.state();
      reach = Math.max(reach, cursor, elsewhere, offered);
      const shared: SharedLedger = { ...ledger.share(), reach };
      left = JSON.stringify(shared);
      if (!(await lease.leave(left))) throw new TurnLost('another node may push by now');
    },
    /** Why this node does not push. */
    why: () => WHY[why],
  };
}
export type HiveTurn = ReturnType<typeof hiveTurn>;

/** What the watch over a turn needs. */
interface WatchParts {
  /** Runs what reads and writes the ledger, one after the other. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly send: (event: HiveEvent) => void;
  readonly onError: (error: unknown) => void;
  readonly clock?: Timers | undefined;
}
/** As xstate has them: what names a timer is the clock's own. */
interface Timers {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Renews a turn in time, also while a batch is on its way, and tells when it was taken or lost. */
export function watchTurn(turn: HiveTurn, parts: WatchParts) {
  const { alone, send, onError, clock = globalThis } = parts;
  let timer: unknown;

  async function look(): Promise<void> {
    if (await turn.lease.holds()) return send({ type: 'taken' });
    send({ type: 'lost' });
    await alone(turn.follow);
  }

  function start(): void {
    // Before this look has ended, since what it waits for may be a batch that takes long.
    timer = clock.setTimeout(start, turn.lease.ms / 3);
    look().catch(onError);
  }

  return { start, stop: () => clock.clearTimeout(timer) };
}
