import { z } from 'zod';
import { PROBLEM_KINDS, type ProblemKind } from '../log/verify/problem.js';
import { Count } from '../queries/counts.js';
import { wordsFor } from '../views/rebuilder.js';

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

/** How far a verification is: `done` of `total` events. */
export interface VerifyStep {
  readonly state: 'verifying' | 'comparing';
  readonly done: number;
  readonly total: number;
}

export const VerifyStatus = z
  .object({
    state: z.enum(['idle', 'verifying', 'comparing']).meta({
      description: 'What is read: the log, or a replay of it beside the read models.',
    }),
    done: Count.meta({ description: 'Events read so far.' }),
    total: Count,
    last: z
      .union([VerifyReport, z.object({ error: z.string() })])
      .optional()
      .meta({ description: 'The last verification since the service was started.' }),
  })
  .meta({ id: 'VerifyStatus' });
export type VerifyStatus = z.infer<typeof VerifyStatus>;

/** Verifies a vault, once at a time, and knows how far that is. */
export interface Verification {
  /** Calls during a verification get its report. */
  verify(): Promise<VerifyReport>;
  verifyStatus(): VerifyStatus;
}

/** A verification by `work`, which says each step. */
export function verification(
  work: (onStep: (step: VerifyStep) => void) => Promise<VerifyReport>,
): Verification {
  let status: VerifyStatus = { state: 'idle', done: 0, total: 0 };

  const verify = shared(async () => {
    status = { ...status, state: 'verifying', done: 0, total: 0 };
    try {
      const last = await work((step) => {
        status = { ...status, ...step };
      });
      status = { state: 'idle', done: last.events, total: last.events, last };
      return last;
    } catch (error) {
      status = { state: 'idle', done: 0, total: 0, last: { error: wordsFor(error) } };
      throw error;
    }
  });

  return { verify, verifyStatus: () => status };
}

/** Calls while the work runs get the result of the same run. */
export function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
