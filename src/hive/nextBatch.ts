import type { LoggedEvent } from '../events/vaultEvent.js';
import type { HiveLedger } from './hiveLedger.js';
import { type PlanEventParts, planEvent } from './planEvent.js';
import type { PushedItem } from './wire.js';

/** What to push next, and what is settled once that is acknowledged. */
export interface PushPlan {
  readonly items: readonly PushedItem[];
  /** The last event that was considered. */
  readonly cursor: number;
  /** Paused projects (digests) with the first event that stayed home for it. */
  readonly withheld: ReadonlyMap<string, number>;
  /** Whether the log goes on after it. */
  readonly more: boolean;
  /** A project that was resumed: first go back to what it kept home. */
  readonly resumed?: string;
}

/** How large a batch may be: items, and bytes of their JSON. A single item may be larger. */
export interface PushLimits {
  readonly items: number;
  readonly bytes: number;
}
export const PUSH_LIMITS: PushLimits = { items: 100, bytes: 512 * 1024 };

/** What a plan is made from. */
export interface PlanParts extends PlanEventParts {
  readonly ledger: Pick<HiveLedger, 'state' | 'heldBy' | 'withheldSince'>;
}

const PAGE = 200;
/** Events that one plan goes through at most, so that the cursor moves also where nothing is to be sent. */
const MOST_EVENTS = 2000;

/** Reads on in the log from the cursor until a batch is full or the log ends. */
export async function nextBatch(parts: PlanParts, limits = PUSH_LIMITS): Promise<PushPlan> {
  const start = parts.ledger.state().cursor;
  const items: PushedItem[] = [];
  const withheld = new Map<string, number>();
  let cursor = start;
  let bytes = 0;
  const plan = (more: boolean): PushPlan => ({ items, cursor, withheld, more });

  while (cursor - start < MOST_EVENTS) {
    const events = await parts.log.readAfter(cursor, PAGE);
    for (const event of events) {
      const resumed = resumedProject(event);
      if (resumed !== undefined) {
        // What was considered so far counts before it is gone back over.
        if (cursor > start) return plan(true);
        if (parts.ledger.withheldSince(resumed) !== undefined) return { ...plan(true), resumed };
      }
      const { item, paused } = await planEvent(parts, event);
      if (item) {
        const size = Buffer.byteLength(JSON.stringify(item));
        if (items.length > 0 && bytes + size > limits.bytes) return plan(true);
        items.push(item);
        bytes += size;
      }
      if (paused !== undefined && !withheld.has(paused)) withheld.set(paused, event.position);
      cursor = event.position;
      if (items.length >= limits.items) return plan(true);
    }
    if (events.length === 0) return plan(false);
  }
  return plan(true);
}

function resumedProject(event: LoggedEvent): string | undefined {
  return event.type === 'hive.project_resumed' ? event.stream.slice('hive/'.length) : undefined;
}
