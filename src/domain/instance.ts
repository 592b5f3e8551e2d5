import { z } from 'zod';

/** The name of a vault among others: 32 hex characters. */
export const Instance = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'must be 32 hex characters')
  .meta({
    id: 'Instance',
    description:
      'Identifies the sending vault: 32 hex characters, derived from the first event of its log.',
  });
