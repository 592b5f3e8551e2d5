import { closeBatch } from '../commands/closeBatch.js';
import type { Executor, Prepared } from '../commands/executor.js';
import type { RequestContext } from '../commands/handle.js';
import { HiveItem, receiveObservation } from '../commands/receiveObservation.js';
import { shareTurns } from '../commands/shareTurns.js';
import { parse } from '../domain/parse.js';
import { Rejection } from '../domain/rejection.js';
import { sha256Hex } from '../domain/sha256.js';
import { textSize } from '../domain/textSize.js';
import type { ObservationState } from '../events/observation.js';
import type { HiveReceipt } from './wire.js';

/** The result of a batch. */
export interface Received {
  readonly receipt: HiveReceipt;
  /** The last event that erased something; 0 when none did. */
  readonly erased: number;
}

/**
 * Receives a batch. Throws `idempotency_mismatch` for the `Idempotency-Key` of another batch, before anything is stored.
 */
export async function receiveBatch(
  executor: Executor,
  instance: string,
  events: readonly unknown[],
  context: RequestContext,
): Promise<Received> {
  const items = await prepareItems(executor, instance, events);
  if (context.idempotencyKey === undefined) return receiveItems(items, context);
  const whole = { results: sha256Hex(JSON.stringify([instance, ...events.map(nameOf)])) };
  const rehearsed = { ...context, dryRun: true };
  await executor.execute(closeBatch, whole, rehearsed);
  await receiveItems(items, rehearsed);
  const received = await receiveItems(items, context);
  await executor.execute(closeBatch, whole, context);
  return received;
}

/** An item that is parsed and redacted, or the reason for its refusal; with its name in the receipt. */
type ReadyItem = { readonly id: string } & (
  | { readonly receive: Prepared<ObservationState> }
  | { readonly reason: string }
);

/** Parses and redacts items one after another, so that other requests have their turn between them. */
async function prepareItems(
  executor: Executor,
  instance: string,
  events: readonly unknown[],
): Promise<readonly ReadyItem[]> {
  const turn = shareTurns();
  const ready: ReadyItem[] = [];
  for (const [i, event] of events.entries()) {
    const id = nameOf(event, i);
    try {
      const item = parse(HiveItem, event, 'invalid_payload');
      await turn(textSize(item));
      ready.push({ id, receive: await executor.prepare(receiveObservation, { instance, item }) });
    } catch (error) {
      ready.push({ id, reason: reasonOf(error) });
    }
  }
  return ready;
}

/**
 * Receives items in their order; small ones share commits. A bad item does not stop the others. Throws when the vault
 * cannot store at all.
 */
async function receiveItems(
  items: readonly ReadyItem[],
  context: RequestContext,
): Promise<Received> {
  const { idempotencyKey: key } = context;
  const outcomes = await Promise.allSettled(
    items.map(async (item, i) => {
      if ('reason' in item) throw new Rejection('invalid_payload', item.reason);
      return item.receive({ ...context, idempotencyKey: key && `${key} ${i + 1}` });
    }),
  );
  let accepted = 0;
  let erased = 0;
  const skipped: string[] = [];
  const rejected: HiveReceipt['rejected'] = [];
  for (const [i, outcome] of outcomes.entries()) {
    const { id = '' } = items[i] ?? {};
    if (outcome.status === 'rejected') {
      rejected.push({ id, reason: reasonOf(outcome.reason) });
    } else if (outcome.value.appended) {
      accepted += 1;
      const { state, position } = outcome.value;
      if (state?.status === 'forgotten') erased = Math.max(erased, position);
    } else {
      skipped.push(id);
    }
  }
  return { receipt: { accepted, skipped, rejected }, erased };
}

function reasonOf(error: unknown): string {
  if (error instanceof Rejection && error.code === 'invalid_payload') return error.message;
  throw error;
}

/** The event of an item where it names one; else its place, from 1. */
function nameOf(item: unknown, index: number): string {
  const event = typeof item === 'object' && item && 'event' in item ? item.event : undefined;
  return typeof event === 'string' ? event.slice(0, 26) : `#${index + 1}`;
}
