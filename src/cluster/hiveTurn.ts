import { isDeepStrictEqual } from 'node:util';
import type { HiveLedger } from '../hive/hiveLedger.js';
import { readSharedLedger, type SharedLedger } from '../hive/sharedLedger.js';
import { type HiveTurn, TurnLost } from '../hive/turn.js';
import type { EventLog } from '../log/eventLog.js';
import type { Lease } from './sharedControl.js';

const WHY = {
  elsewhere: 'another node pushes to the hub: this node takes over when the other stops',
  behind:
    'this node pushes next: its log has to catch up first with the events that were pushed before',
} as const;

/** Which of several nodes pushes: the holder of a lease, which leaves in it how far the hub is. */
export function hiveTurn(parts: {
  readonly lease: Lease;
  readonly ledger: HiveLedger;
  readonly log: Pick<EventLog, 'head' | 'hashAt'>;
}): HiveTurn {
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

  /** Takes over what the node that has the turn left, so that this one shows how far the hub is. */
  async function follow(): Promise<void> {
    why = 'elsewhere';
    const shared = about(await lease.left());
    if (shared && (await compare(shared)) === 'same') adopt(shared);
  }

  return {
    async take() {
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
    async leave(offered = 0) {
      const { cursor, elsewhere } = ledger.state();
      reach = Math.max(reach, cursor, elsewhere, offered);
      const shared: SharedLedger = { ...ledger.share(), reach };
      left = JSON.stringify(shared);
      if (!(await lease.leave(left))) throw new TurnLost('another node may push by now');
    },
    why: () => WHY[why],
    watch({ inTurn, send, onError, clock = globalThis }) {
      let timer: unknown;
      async function look(): Promise<void> {
        if (await lease.holds()) return send({ type: 'taken' });
        send({ type: 'lost' });
        await inTurn(follow);
      }
      function start(): void {
        // Before this look has ended, since what it waits for may be a batch that takes long.
        timer = clock.setTimeout(start, lease.ms / 3);
        look().catch(onError);
      }
      start();
      return () => clock.clearTimeout(timer);
    },
  };
}
