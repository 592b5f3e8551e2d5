/** A statement of a log's size and root: the text of a signed checkpoint, see https://c2sp.org/tlog-checkpoint. */
export interface Checkpoint {
  /** Name of the log. */
  readonly origin: string;
  /** Number of events. */
  readonly size: number;
  /** Root of the Merkle tree over their leaves (RFC 6962). */
  readonly root: Buffer;
}

export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

/** Parses the text of a checkpoint. Ignores lines after the third (extensions). Throws when it is no checkpoint. */
export function readCheckpoint(text: string): Checkpoint {
  const [, origin = '', size = '', encoded = ''] =
    /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text) ?? [];
  if (origin === '') throw new Error('this is not a checkpoint of a log');
  return { origin, size: Number(size), root: Buffer.from(encoded, 'base64') };
}
