/** Takes secrets and private blocks out of a text. */
export type Clean = (text: string) => Promise<string>;

/** Longer than a secret is. In UTF-16 units. */
const EDGE = 4_096;

/**
 * The beginning of a text, clean: what is in the first `most` UTF-16 units. The end of one that was cut goes, too: half a secret does
 * not show what it is.
 */
export async function cleanPart(text: string, most: number, clean: Clean): Promise<string> {
  const cleaned = await clean(copied(text.slice(0, most)));
  return text.length <= most ? cleaned : cleaned.slice(0, -EDGE);
}

/** A part of a text is a view of it, and keeps all of it in memory: a copy does not. */
const copied = (part: string) => Buffer.from(part, 'utf16le').toString('utf16le');
