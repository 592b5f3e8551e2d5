import { z } from 'zod';
import { OutTime } from '../domain/time.js';
import { Count } from '../queries/counts.js';

export const HiveStatus = z
  .object({
    state: z.enum(['idle', 'pushing', 'backoff', 'healthy', 'disabled']),
    reason: z.string().nullable().meta({ description: 'Why it is in that state.' }),
    pending: Count,
    pushed_total: Count,
    last_pushed_at: OutTime.nullable(),
    consecutive_failures: Count,
    retry_at: OutTime.nullable(),
    last_error: z.string().nullable(),
  })
  .meta({ id: 'HiveStatus', description: 'The optional exchange with another instance.' });
export type HiveStatus = z.infer<typeof HiveStatus>;

/** This release exchanges nothing with other instances. */
export function hiveStatus(): HiveStatus {
  return {
    state: 'disabled',
    reason: 'this release does not exchange observations with other instances',
    pending: 0,
    pushed_total: 0,
    last_pushed_at: null,
    consecutive_failures: 0,
    retry_at: null,
    last_error: null,
  };
}
