import { setImmediate as nextTurn } from 'node:timers/promises';
import { Rejection } from '../domain/rejection.js';
import type { RequestContext } from './handle.js';
import { shareTurns } from './shareTurns.js';

/** One item before parsing. `line` counts from 1; `bytes` is its length. `read` rejects with a `Rejection` when the item is not valid JSON. */
export interface BatchItem {
  readonly line: number;
  readonly bytes: number;
  readonly read: () => Promise<unknown>;
}

/** Decides an item that is parsed and redacted, or says again why it was refused. */
export type ReadyItem<O> = (context: RequestContext) => Promise<O>;

/** Number of items that are decided at a time. Small ones share a commit, and the number bounds the memory. */
const CHUNK = 200;

/** Prepares items in their order, so many at a time as are decided together. */
export async function* readyItems<O>(
  items: AsyncIterable<BatchItem>,
  prepare: (item: BatchItem) => Promise<ReadyItem<O>>,
): AsyncGenerator<readonly ReadyItem<O>[]> {
  const turn = shareTurns();
  let chunk: ReadyItem<O>[] = [];
  for await (const item of items) {
    await turn(item.bytes);
    chunk.push(await prepare(item));
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
    // A chunk without a commit never yields to the event loop, so other requests get their turn here.
    await nextTurn();
  }
  if (chunk.length > 0) yield chunk;
}

/** Prepares one item. A rejection of its own, here or when it is decided, is its outcome. */
export async function prepareItem<O>(
  prepare: () => Promise<ReadyItem<O>>,
  refused: (why: Rejection) => O,
): Promise<ReadyItem<O>> {
  const outcomeOf = (error: unknown) => {
    if (isItsOwn(error)) return refused(error);
    throw error;
  };
  try {
    const decide = await prepare();
    return (context) => decide(context).catch(outcomeOf);
  } catch (error) {
    const outcome = outcomeOf(error);
    return async () => outcome;
  }
}

/** Decides items in order, in shared commits. Rejects once all are decided, with what concerns the whole batch. */
export async function decideTogether<O>(
  items: readonly ReadyItem<O>[],
  context: RequestContext,
): Promise<readonly O[]> {
  const outcomes = await Promise.allSettled(items.map((decide) => decide(context)));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** True for errors of a single item. All others concern the whole batch. */
function isItsOwn(error: unknown): error is Rejection {
  return (
    error instanceof Rejection &&
    ['invalid_payload', 'conflict', 'forbidden', 'not_found'].includes(error.code)
  );
}
