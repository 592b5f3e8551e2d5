import { closeBatch } from '../commands/closeBatch.js';
import type { Executor } from '../commands/executor.js';
import type { RequestContext } from '../commands/handle.js';
import { HiveItem, receiveObservation } from '../commands/receiveObservation.js';
import { parse } from '../domain/parse.js';
import { Rejection } from '../domain/rejection.js';
import { sha256Hex } from '../domain/sha256.js';
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
  if (context.idempotencyKey === undefined)
    return receiveItems(executor, instance, events, context);
  const whole = { results: sha256Hex(JSON.stringify([instance, ...events.map(nameOf)])) };
  const rehearsed = { ...context, dryRun: true };
  await executor.execute(closeBatch, whole, rehearsed);
  await receiveItems(executor, instance, events, rehearsed);
  const received = await receiveItems(executor, instance, events, context);
  await executor.execute(closeBatch, whole, context);
  return received;
}

/**
 * Receives items in their order; they share commits. A bad item does not stop the others. Throws when the vault cannot
 * store at all.
 */
async function receiveItems(
  executor: Executor,
  instance: string,
  events: readonly unknown[],
  context: RequestContext,
): Promise<Received> {
  const outcomes = await Promise.allSettled(
    events.map(async (event, i) => {
      const item = parse(HiveItem, event, 'invalid_payload');
      const { idempotencyKey: key } = context;
      const once = { ...context, idempotencyKey: key && `${key} ${i + 1}` };
      return executor.execute(receiveObservation, { instance, item }, once);
    }),
  );
  let accepted = 0;
  let erased = 0;
  const skipped: string[] = [];
  const rejected: HiveReceipt['rejected'] = [];
  for (const [i, outcome] of outcomes.entries()) {
    const id = nameOf(events[i], i);
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
