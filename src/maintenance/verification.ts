import { z } from 'zod';
import { Rejection } from '../domain/rejection.js';
import { Count } from '../queries/counts.js';
import { VerifyReport } from './verifyReport.js';

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
  let running: Promise<VerifyReport> | undefined;

  async function verify(): Promise<VerifyReport> {
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
    } finally {
      running = undefined;
    }
  }

  return {
    verify() {
      running ??= verify();
      return running;
    },
    verifyStatus: () => status,
  };
}

/** The message for callers, without the internals of the service. */
function wordsFor(error: unknown): string {
  return error instanceof Rejection ? error.message : 'failed; the service has logged why';
}
