const LINE_FEED = 0x0a;
const BLANK = 0x20;

/**
 * The lines of a text that are not blank while it arrives, without their line feeds. Blank ones are passed over here:
 * a batch may hold millions of them. Of a line longer than `most` bytes only the number is given.
 */
export async function* splitLines(
  bytes: AsyncIterable<Buffer>,
  most: number,
): AsyncGenerator<ItemBytes> {
  const item = new ItemParts(most);
  let line = 1;
  let isBlank = true;
  for await (const chunk of bytes) {
    let start = 0;
    let at = 0;
    while (at < chunk.length) {
      if (isBlank) {
        const byte = chunk[at] ?? LINE_FEED;
        isBlank = byte <= BLANK;
        // The blanks before an item are no part of it.
        start = at;
        if (!isBlank) continue;
        at += 1;
        if (byte === LINE_FEED) line += 1;
      } else {
        const end = chunk.indexOf(LINE_FEED, at);
        if (end < 0) break;
        item.add(chunk.subarray(start, end));
        yield { line, bytes: item.take() };
        line += 1;
        isBlank = true;
        at = end + 1;
      }
    }
    if (!isBlank) item.add(chunk.subarray(start));
  }
  if (!isBlank) yield { line, bytes: item.take() };
}

/** The text of one item of a batch; `line` counts from 1. Without `bytes` it is too long to be read. */
export interface ItemBytes {
  readonly line: number;
  readonly bytes: Buffer | undefined;
}

/** Collects the bytes of an item, which arrive in parts, as long as they are at most `most`. */
export class ItemParts {
  #parts: Buffer[] = [];
  #length = 0;

  constructor(private readonly most: number) {}

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= this.most) this.#parts.push(part);
    else this.#parts = [];
  }

  /** The item, whole; undefined when it is too long. The next part begins another one. */
  take(): Buffer | undefined {
    const bytes = this.#length <= this.most ? Buffer.concat(this.#parts) : undefined;
    this.#parts = [];
    this.#length = 0;
    return bytes;
  }
}
