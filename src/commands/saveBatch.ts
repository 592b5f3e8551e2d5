import { createHash } from 'node:crypto';
import { Rejection } from '../domain/rejection.js';
import type { Stream } from '../events/family.js';
import type { ObservationState } from '../events/observation.js';
import type { EventLog } from '../log/eventLog.js';
import { command } from './command.js';
import type { Executor } from './executor.js';
import { keyHash, type Outcome, type RequestContext } from './handle.js';
import {
  type BatchItem,
  decideTogether,
  prepareItem,
  type ReadyItem,
  readyItems,
} from './items.js';
import { type ImportObservation, saveObservation } from './observations.js';

/** The parts of the app that save a batch. */
interface SaveBatchParts {
  readonly executor: Executor;
  readonly log: Pick<EventLog, 'head' | 'idempotencyRecord'>;
}

/** The outcome of one item: that of its save, or its rejection. */
export type ItemOutcome =
  | { readonly input: ImportObservation; readonly saved: Outcome<ObservationState> }
  | { readonly line: number; readonly refused: Rejection };

/** A batch, with functions to parse its items and to format its results. */
interface ItemBatch<R> {
  readonly items: AsyncIterable<BatchItem>;
  /** Throws a `Rejection` for a value that is no note. */
  readonly parse: (item: unknown) => ImportObservation | Promise<ImportObservation>;
  /** The result of an item for the sender. A JSON value, because a retry is recognised by a digest of all results. */
  readonly toResult: (outcome: ItemOutcome) => R;
}

/** The outcome of a batch. `results` has one result per item, in order. */
interface BatchOutcome<R> {
  readonly results: readonly R[];
  readonly total: number;
  readonly stored: number;
  readonly deduplicated: number;
  readonly failed: number;
  /**
   * Position of the last event that an item wrote or found; the end of the log when every item failed; 0 after a dry run.
   */
  readonly position: number;
}

/**
 * Saves the items of a batch in their order. A bad item does not stop the others. An `Idempotency-Key` covers each item
 * by its line, so a batch that was cut short can be sent again as a whole. The key of another batch is refused before
 * anything of this one is stored. Throws `idempotency_mismatch`, `forgotten` for a batch that was answered and of which an item was
 * forgotten since, and whatever concerns the whole batch.
 */
export async function saveBatch<R>(
  parts: SaveBatchParts,
  { items, parse, toResult }: ItemBatch<R>,
  context: RequestContext,
): Promise<BatchOutcome<R>> {
  const { idempotencyKey: key } = context;
  const isRetry =
    key !== undefined && (await parts.log.idempotencyRecord(keyHash(key))) !== undefined;
  const results: R[] = [];
  const counts = { total: 0, stored: 0, deduplicated: 0, failed: 0 };
  const digest = createHash('sha256');
  let position = 0;
  try {
    const chunks = readyItems(items, (item) => prepareNote(parts.executor, parse, item));
    for await (const ready of chunks) {
      // The dry run refuses the key of another batch before anything is stored.
      const rehearsed = key && (await decideTogether(ready, { ...context, dryRun: true }));
      const outcomes = isRetry && rehearsed ? rehearsed : await decideTogether(ready, context);
      for (const outcome of outcomes) {
        // Its first answer cannot be given again.
        if (isRetry && isForgotten(outcome)) throw outcome.refused;
        const result = toResult(outcome);
        results.push(result);
        count(counts, outcome);
        digest.update(`${JSON.stringify(isDryRun(outcome) ? 'dry run' : result)}\n`);
        position = Math.max(position, positionOf(outcome));
      }
    }
  } catch (error) {
    throw counts.stored > 0 && !isRetry ? afterPart(error, counts) : error;
  }
  if (key) await parts.executor.execute(closeBatch, { results: digest.digest('hex') }, context);
  if (counts.total === counts.failed) position = (await parts.log.head()).position;
  return { results, ...counts, position };
}

type Counts = { total: number; stored: number; deduplicated: number; failed: number };

function count(counts: Counts, outcome: ItemOutcome): void {
  counts.total += 1;
  if ('refused' in outcome) counts.failed += 1;
  else if (!outcome.saved.appended) counts.deduplicated += 1;
  else if (!outcome.input.dry_run) counts.stored += 1;
}

/** Dry runs get new ids each time, so their results must not count in the digest. */
const isDryRun = (outcome: ItemOutcome) => 'saved' in outcome && outcome.input.dry_run === true;

const positionOf = (outcome: ItemOutcome) =>
  'saved' in outcome && !outcome.input.dry_run ? outcome.saved.position : 0;

const isForgotten = (outcome: ItemOutcome): outcome is ItemOutcome & { refused: Rejection } =>
  'refused' in outcome && outcome.refused.code === 'forgotten';

function prepareNote(
  executor: Executor,
  parse: ItemBatch<unknown>['parse'],
  { line, read }: BatchItem,
): Promise<ReadyItem<ItemOutcome>> {
  return prepareItem<ItemOutcome>(
    async () => {
      const input = await parse(await read());
      const save = await executor.prepare(saveObservation, input);
      return async (context) => {
        const { idempotencyKey: key, dryRun = input.dry_run } = context;
        const idempotencyKey = key && `${key} ${line}`;
        return { input, saved: await save({ ...context, idempotencyKey, dryRun }) };
      };
    },
    (refused) => ({ line, refused }),
  );
}

/** Adds to the error of an interrupted batch how many items were handled and stored. */
function afterPart(error: unknown, { total, stored }: Counts): unknown {
  if (!(error instanceof Rejection)) return error;
  const done = `the first ${total} items were handled, ${stored} of them stored`;
  return new Rejection(error.code, `${error.message} (${done}: send the remaining items again)`);
}

/** A batch has no event of its own. The log keeps only the answer to its key. */
const batches: Stream<undefined, never> = {
  name: 'batch',
  rules: {},
  initial: undefined,
  folds: 'last',
  evolve: () => undefined,
};

/**
 * Records that the batch of an `Idempotency-Key` was answered completely. `results` is a digest that identifies the batch
 * without revealing its texts. Throws `idempotency_mismatch` for the key of another batch.
 */
export const closeBatch = command({
  name: 'closeBatch',
  redact: async (input: { results: string }) => input,
  stream: batches,
  streamKey: () => 'all',
  decide: () => [],
});
