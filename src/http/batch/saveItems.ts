import type { App } from '../../app/app.js';
import type { RequestContext } from '../../commands/handle.js';
import { type ImportObservation, saveObservation } from '../../commands/saveObservation.js';
import { rejectionOf } from '../../domain/parse.js';
import { Rejection } from '../../domain/rejection.js';
import { saveAnswer } from '../routes/saveObservation.js';
import type { Results } from './batchResults.js';
import type { Item } from './readItems.js';

/** Told of each item: an answer that told all of all would not fit into memory. */
const MOST_ERRORS = 5;

export type ParseItem = (item: unknown) => ImportObservation;

type Result = Results['results'][number];
export interface ItemResult {
  readonly result: Result;
  /** 0 for an item that was refused. */
  readonly position: number;
}

/** Saves items in their order, sharing commits; gives a result for each. */
export async function saveItems(
  app: App,
  parseItem: ParseItem,
  items: readonly Item[],
  context: RequestContext,
): Promise<readonly ItemResult[]> {
  const settled = await Promise.allSettled(
    items.map((item) => saveItem(app, parseItem, item, context)),
  );
  return settled.map((one, i) => {
    if (one.status === 'fulfilled') return one.value;
    return { result: failure(items[i]?.line ?? 0, one.reason), position: 0 };
  });
}

async function saveItem(
  app: App,
  parseItem: ParseItem,
  { line, read }: Item,
  context: RequestContext,
): Promise<ItemResult> {
  const input = parseItem(read());
  const { idempotencyKey: key } = context;
  const outcome = await app.executor.execute(saveObservation, input, {
    ...context,
    idempotencyKey: key && `${key} ${line}`,
    dryRun: context.dryRun ?? input.dry_run,
  });
  return { result: saveAnswer(input, outcome), position: input.dry_run ? 0 : outcome.position };
}

/** What is wrong with one item is its own; anything else concerns the whole request and is thrown on. */
function failure(line: number, reason: unknown): Result {
  if (
    reason instanceof Rejection &&
    (reason.code === 'invalid_payload' || reason.code === 'conflict')
  ) {
    if (!reason.errors) return { line, error: reason.message, errors: [] };
    const errors = reason.errors.slice(0, MOST_ERRORS);
    return { line, error: rejectionOf(errors, reason.code).message, errors };
  }
  throw reason;
}

/** Adds the result of the next item. */
export function addResult(answer: Results, result: Result): void {
  answer.results.push(result);
  answer.total += 1;
  if ('error' in result) answer.failed += 1;
  else if ('deduplicated' in result) answer.deduplicated += 1;
  else if (!('dry_run' in result)) answer.stored += 1;
}
