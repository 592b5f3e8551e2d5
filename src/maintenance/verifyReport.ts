import { z } from 'zod';
import { PROBLEM_KINDS, type ProblemKind } from '../log/verify/problem.js';

/** What a verification found. */
export const VerifyReport = z
  .object({
    ok: z.boolean(),
    events: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
    head: z.int().min(0).max(Number.MAX_SAFE_INTEGER).meta({ description: 'The last position.' }),
    hash: z.string().meta({ description: 'The hash there, of all events up to it, in hex.' }),
    problems: z
      .array(
        z.object({
          position: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
          // The keys of PROBLEM_KINDS are its kinds; Object.keys forgets it.
          kind: z.enum(Object.keys(PROBLEM_KINDS) as [ProblemKind, ...ProblemKind[]]),
          detail: z.string(),
        }),
      )
      .meta({ description: 'The first hundred.' }),
    more: z.int().min(0).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Problems not listed.' }),
    views_compared: z.boolean(),
    views_at: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().meta({
      description: 'Position up to which the read models were compared.',
    }),
    seconds: z.number().min(0),
  })
  .meta({ id: 'VerifyReport' });
export type VerifyReport = z.infer<typeof VerifyReport>;
