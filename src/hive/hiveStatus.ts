import { z } from 'zod';
import { OutTime } from '../domain/fields.js';
import { Count } from '../queries/counts.js';

export const HiveStatus = z
  .object({
    state: z.enum(['idle', 'pushing', 'backoff', 'healthy', 'standby', 'disabled']),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the exchange is in this state, and what to do.' }),
    pending: Count.meta({ description: 'Events that the worker has not looked at yet.' }),
    pushed_total: Count.meta({ description: 'Items that the hub has acknowledged.' }),
    refused: Count.meta({ description: 'Observations that the hub refused.' }),
    last_pushed_at: OutTime.nullable(),
    consecutive_failures: Count,
    retry_at: OutTime.nullable(),
    last_error: z.string().nullable(),
    lag_seconds: Count.meta({ description: 'Age in seconds of the oldest pending event.' }),
  })
  .meta({ id: 'HiveStatus' });
export type HiveStatus = z.infer<typeof HiveStatus>;

/** The status of a vault that pushes nothing, with why. */
export function disabledStatus(reason: string): HiveStatus {
  return {
    state: 'disabled',
    reason,
    pending: 0,
    pushed_total: 0,
    refused: 0,
    last_pushed_at: null,
    consecutive_failures: 0,
    retry_at: null,
    last_error: null,
    lag_seconds: 0,
  };
}
