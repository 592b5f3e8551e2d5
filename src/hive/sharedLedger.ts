import { z } from 'zod';

const Position = z.int().min(0);

/** What of a ledger travels from node to node: how far the hub is, and what it has to get later. Ids and digests, no text. */
export const SharedLedger = z.object({
  /** As in `LedgerState`; the hash in hex. */
  hub: z.string(),
  choice: z.string(),
  cursor: Position,
  hash: z.string().regex(/^[0-9a-f]*$/),
  pushed: z.int().min(0),
  pushed_at: z.int().nullable(),
  /** Notes that were first saved up to this event may be with the hub, pushed by whichever node. */
  reach: Position,
  /** Paused projects (digests), each with the first event that was withheld. */
  withheld: z.array(z.tuple([z.string(), Position])),
  /** The newest of them. */
  refusals: z.array(
    z.object({ event: z.string(), note: z.string(), position: Position, reason: z.string() }),
  ),
});
export type SharedLedger = z.infer<typeof SharedLedger>;

/** What a node has left; undefined where another release wrote it in another form. */
export function readSharedLedger(text: string): SharedLedger | undefined {
  try {
    return SharedLedger.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
