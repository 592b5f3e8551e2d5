import { z } from 'zod';
import type { ItemOutcome } from '../../commands/saveBatch.js';
import { rejectionOf } from '../../domain/parse.js';
import { Count } from '../../queries/counts.js';
import { InvalidField } from '../answers/problem.js';
import { SaveAnswer, saveAnswer } from '../routes/saveObservation.js';

const FailedItem = z
  .object({
    line: z.int().min(1).max(1_000_000_000),
    error: z.string(),
    errors: z.array(InvalidField),
  })
  .meta({
    id: 'FailedItem',
    description: 'An item that was refused. It does not stop the others.',
  });

const ItemResult = z.union([SaveAnswer, FailedItem]);
type ItemResult = z.infer<typeof ItemResult>;

/** The answer to a batch. */
export const BatchResults = z
  .object({
    results: z.array(ItemResult).meta({ description: 'One result per item, in order.' }),
    total: Count,
    stored: Count,
    deduplicated: Count,
    failed: Count,
  })
  .meta({ id: 'BatchResults' });

/** Errors that are reported of one item: an answer with all errors of all items would not fit into memory. */
const MOST_ERRORS = 5;

/** The answer for one item. `saver` is as for `saveAnswer`. */
export function itemResult(outcome: ItemOutcome, saver: string | undefined): ItemResult {
  if ('saved' in outcome) return saveAnswer(outcome.input, outcome.saved, saver);
  const { line, refused } = outcome;
  if (!refused.errors) return { line, error: refused.message, errors: [] };
  const errors = refused.errors.slice(0, MOST_ERRORS);
  return { line, error: rejectionOf(errors, refused.code).message, errors };
}
