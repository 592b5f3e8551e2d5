import { z } from 'zod';
import { Count } from '../../queries/counts.js';
import { SaveAnswer } from '../routes/saveObservation.js';

const Failed = z
  .object({
    line: z.int().min(1).max(1_000_000_000),
    error: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({
    id: 'FailedItem',
    description: 'An item that was refused. It does not stop the others.',
  });

/** What became of each item of a batch. */
export const Results = z
  .object({
    results: z
      .array(z.union([...SaveAnswer.options, Failed]))
      .meta({ description: 'One result per item, in order.' }),
    total: Count,
    stored: Count,
    deduplicated: Count,
    failed: Count,
  })
  .meta({ id: 'BatchResults' });
export type Results = z.infer<typeof Results>;
