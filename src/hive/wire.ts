import { z } from 'zod';
import type { HiveItem } from '../commands/receiveObservation.js';
import { Instance } from '../domain/hiveNames.js';
import type { StreamReads } from '../log/eventLog.js';
import { Count } from '../queries/counts.js';
import { SearchHit } from '../queries/search/searchHit.js';

/**
 * The instance of a vault: 32 hex characters of the hash of its first event. That event holds 32 random bytes, and
 * stays the same through restarts, backups and the loss of any other file. Empty for an empty log.
 */
export async function instanceOf(log: Pick<StreamReads, 'hashAt'>): Promise<string> {
  return (await log.hashAt(1))?.toString('hex').slice(0, 32) ?? '';
}

/** The most items that one request may hold, the most JSON values in them, and its largest size in bytes once it is unpacked. */
export const BATCH_LIMITS = { items: 1000, values: 80_000, bytes: 8 * 1024 * 1024 } as const;

/**
 * A batch that is pushed. Items are parsed one by one, so that a bad one does not stop the others. Unknown members are left
 * out: a newer vault may send them.
 */
export const HiveBatch = z
  .object({
    origin: Instance,
    events: z
      .array(
        z.unknown().meta({
          description:
            '`event`, `id`, `at` (ms since 1970), `position` in the log of the sender, and `note`: the observation as it ' +
            'is now, as a save request with `created_at`, or null when the sender retracts it.',
        }),
      )
      .max(BATCH_LIMITS.items, `must be at most ${BATCH_LIMITS.items} items`),
  })
  .meta({ id: 'HiveBatch' });
/** An item as it is sent. */
export type PushedItem = z.input<typeof HiveItem>;

/** What the hub did with each item. */
export const HiveReceipt = z
  .object({
    accepted: Count.meta({ description: 'Items that changed something.' }),
    skipped: z
      .array(z.string())
      .meta({ description: 'Events that were already known or are older than what the hub has.' }),
    rejected: z
      .array(z.object({ id: z.string(), reason: z.string() }))
      .meta({ description: 'Events that the hub refused, with the reason.' }),
  })
  .meta({ id: 'HiveReceipt' });
export type HiveReceipt = z.infer<typeof HiveReceipt>;

/** What a search in a hive finds. */
export const HiveHits = z.array(SearchHit);
