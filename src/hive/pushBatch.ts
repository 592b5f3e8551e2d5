import { shareTurns } from '../commands/shareTurns.js';
import { textSize } from '../domain/textSize.js';
import { projectStreamKeys } from '../events/recorded.js';
import type { LoggedEvent } from '../events/vaultEvent.js';
import type { EventLog } from '../log/eventLog.js';
import type { ExportRules } from './exportPolicy.js';
import { type HiveClient, HiveFailure, unexpectedAnswer } from './hiveClient.js';
import type { HiveLedger, Refusal } from './hiveLedger.js';
import { type PlanEventParts, planEvent } from './planEvent.js';
import type { HiveReceipt, PushedItem } from './wire.js';

/** What a push needs. */
export interface PushParts {
  readonly log: EventLog;
  readonly ledger: HiveLedger;
  readonly rules: ExportRules;
  readonly client: HiveClient;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** How a push went: whether there is more to push, and whether the hub answered. */
interface Pushed {
  readonly more: boolean;
  readonly heard: boolean;
}

type Verdict = Pick<HiveReceipt, 'rejected'>;

/**
 * Pushes the next batch and records it in the ledger once the hub has acknowledged it. The batch is made from the log
 * each time, so that nothing is sent that was forgotten, revised or paused while the hub was away. Rejects with
 * `HiveFailure`; then nothing is recorded, and the hub will recognise what did arrive.
 */
export async function pushBatch(parts: PushParts, signal: AbortSignal): Promise<Pushed> {
  const { log, ledger, rules, client } = parts;
  const plan = await nextBatch({ log, ledger, rules });
  if (plan.resumed !== undefined) {
    ledger.rewind(plan.resumed);
    return { more: true, heard: false };
  }
  if (plan.items.length === 0) {
    await record(parts, plan, { rejected: [] });
    return { more: plan.more, heard: false };
  }
  ledger.markOffered(plan.items.filter(({ note }) => note).map(({ id }) => id));
  const verdict = await send(client, plan.items, signal);
  await record(parts, plan, verdict);
  return { more: plan.more, heard: true };
}

/** Sends items, in halves when they are too large together; one that is too large alone is refused. */
async function send(
  client: HiveClient,
  items: readonly PushedItem[],
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    const receipt = await client.push(items, signal);
    const answered = receipt.accepted + receipt.skipped.length + receipt.rejected.length;
    // A hub that does not account for every item has not taken them.
    if (answered !== items.length) throw unexpectedAnswer();
    return receipt;
  } catch (error) {
    if (!(error instanceof HiveFailure) || error.status !== 413) throw error;
    const [first] = items;
    if (items.length === 1 && first) {
      return { rejected: [{ id: first.event, reason: 'it is too large for the hub' }] };
    }
    const middle = Math.ceil(items.length / 2);
    const before = await send(client, items.slice(0, middle), signal);
    const after = await send(client, items.slice(middle), signal);
    return { rejected: [...before.rejected, ...after.rejected] };
  }
}

async function record({ log, ledger, now }: PushParts, plan: PushPlan, verdict: Verdict) {
  const { cursor, withheld, items } = plan;
  if (cursor === ledger.state().cursor && withheld.size === 0) return;
  const reasons = new Map(verdict.rejected.map(({ id, reason }) => [id, reason]));
  const taken = items.filter(({ event }) => !reasons.has(event));
  const refused = items.flatMap(({ event, id, position }): Refusal[] => {
    const reason = reasons.get(event);
    return reason === undefined ? [] : [{ event, note: id, position, reason: shortened(reason) }];
  });
  ledger.recordPush({
    cursor,
    hash: (await log.hashAt(cursor)) ?? Buffer.alloc(0),
    notes: taken.map(({ id, position, note }) => ({ id, held: note ? position : undefined })),
    refused,
    withheld,
    pushed: taken.length,
    at: now(),
  });
}

/** The reason comes from the hub: it is cut and holds no control characters. */
const shortened = (reason: string) => reason.replace(/[^\P{C}]/gu, ' ').slice(0, 300);

/** What to push next, and what the ledger records once that is acknowledged. */
interface PushPlan {
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
interface PlanParts extends PlanEventParts {
  readonly ledger: Pick<HiveLedger, 'state' | 'heldBy' | 'withheldSince'>;
}

const PAGE = 200;
/** The most events that one plan reads, so that the cursor moves even when there is nothing to send. */
const MOST_EVENTS = 2000;

/** Reads the log from the cursor on until a batch is full or the log ends. */
async function nextBatch(parts: PlanParts): Promise<PushPlan> {
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
