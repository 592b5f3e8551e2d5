import { shareTurns } from '../commands/shareTurns.js';
import { textSize } from '../domain/textSize.js';
import { projectStreamKeys } from '../events/recorded.js';
import type { LoggedEvent } from '../events/vaultEvent.js';
import type { HiveLedger } from './hiveLedger.js';
import { type PlanEventParts, planEvent } from './planEvent.js';
import type { PushedItem } from './wire.js';

/** What to push next, and what the ledger records once that is acknowledged. */
export interface PushPlan {
  readonly items: readonly PushedItem[];
  /** The last event that was considered. */
  readonly cursor: number;
  /** Paused projects (digests), each with the first event that was withheld. */
  readonly withheld: ReadonlyMap<string, number>;
  /** Whether the log goes on after it. */
  readonly more: boolean;
  /** A project that was resumed: go back to its first withheld event before anything is pushed. */
  readonly resumed?: string;
}

/** How large a batch may be: items, and bytes of their JSON. A single item may be larger. */
const LIMITS = { items: 100, bytes: 512 * 1024 } as const;

/** What a plan needs. */
export interface PlanParts extends PlanEventParts {
  readonly ledger: Pick<HiveLedger, 'state' | 'heldBy' | 'withheldSince'>;
}

const PAGE = 200;
/** The most events that one plan reads, so that the cursor moves even when there is nothing to send. */
const MOST_EVENTS = 2000;

/** Reads the log from the cursor on until a batch is full or the log ends. */
export async function nextBatch(parts: PlanParts): Promise<PushPlan> {
  const start = parts.ledger.state().cursor;
  const items: PushedItem[] = [];
  const withheld = new Map<string, number>();
  const turn = shareTurns();
  let cursor = start;
  let bytes = 0;
  const plan = (more: boolean): PushPlan => ({ items, cursor, withheld, more });

  while (cursor - start < MOST_EVENTS) {
    const events = await parts.log.readAfter(cursor, PAGE);
    for (const event of events) {
      for (const resumed of resumedProject(event)) {
        // The cursor is moved to here before it is moved back.
        if (cursor > start) return plan(true);
        if (parts.ledger.withheldSince(resumed) !== undefined) return { ...plan(true), resumed };
      }
      await turn(textSize(event));
      const { item, paused } = await planEvent(parts, event);
      if (item) {
        const size = Buffer.byteLength(JSON.stringify(item));
        if (items.length > 0 && bytes + size > LIMITS.bytes) return plan(true);
        items.push(item);
        bytes += size;
      }
      if (paused !== undefined && !withheld.has(paused)) withheld.set(paused, event.position);
      cursor = event.position;
      if (items.length >= LIMITS.items) return plan(true);
    }
    if (events.length === 0) return plan(false);
  }
  return plan(true);
}

/** The keys under which the ledger, also one of an earlier release, may know what was withheld of a resumed project. */
function resumedProject(event: LoggedEvent): readonly string[] {
  return event.type === 'hive.project_resumed' ? projectStreamKeys(event.data.project) : [];
}
