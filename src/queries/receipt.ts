import { z } from 'zod';
import { OutTime } from '../domain/fields.js';
import { Ulid } from '../domain/ids.js';
import { formatTime, toSeconds } from '../domain/time.js';
import type { VaultForgotten } from '../events/administration.js';
import { FORGETTABLE, type Forgettable } from '../events/family.js';
import type { Recorded } from '../events/recorded.js';
import { Count } from './counts.js';

// The cast restores what Object.fromEntries loses: these are all the kinds.
const COUNTS = Object.fromEntries(FORGETTABLE.map((kind) => [kind, Count])) as Record<
  Forgettable,
  typeof Count
>;

/** A number for each kind of thing that can be forgotten. */
export const Matched = z.object(COUNTS).meta({
  id: 'ForgottenCounts',
  description:
    'How many of each kind; `phases` and `pauses` are projects, `purges` and `acts` those that name it, `invites` go ' +
    'with their logins.',
});

/** A receipt in a response. */
export const Receipt = z
  .object({
    id: Ulid,
    of: z.enum(['project', 'person', 'notes']),
    ids: z.array(Ulid).optional().meta({ description: 'The notes, of `notes` only.' }),
    at: OutTime,
    position: Count.meta({ description: 'The event that recorded it.' }),
    matched: Matched,
    positions: z.array(z.array(Count).length(2)).meta({
      description: 'The erased events: the first and last position of each run of them.',
    }),
    mentions: Count.meta({
      description:
        'Texts of others, and keys of the hive, that name the person. They stay: search for the texts or scrub them, and ' +
        'revoke the keys.',
    }),
  })
  .meta({
    id: 'ForgettingReceipt',
    description:
      'It names no project or person, of notes only their ids, and can be read for good.',
  });
export type Receipt = z.infer<typeof Receipt>;

/** A receipt as it was recorded. */
export function receiptOf({
  data,
  at,
  position,
}: Recorded<'vault.forgotten', VaultForgotten>): Receipt {
  const { id, of, ids, matched, positions, mentions } = data;
  return {
    id,
    of,
    ...(ids && { ids: [...ids] }),
    at: formatTime(toSeconds(at)),
    position,
    matched,
    positions: positions.map(([from, to]) => [from, to]),
    mentions,
  };
}
