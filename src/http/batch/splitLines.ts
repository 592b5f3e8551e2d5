import type { ItemBytes } from './splitArray.js';

const LINE_FEED = 0x0a;
const BLANK = 0x20;

/**
 * The lines of a text that are not blank while it arrives, without their line feeds. Blank ones are passed over here:
 * a batch may hold millions of them.
 */
export async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<ItemBytes> {
  let parts: Buffer[] = [];
  let line = 1;
  let isBlank = true;
  for await (const chunk of bytes) {
    let start = 0;
    let at = 0;
    while (at < chunk.length) {
      if (isBlank) {
        const byte = chunk[at] ?? LINE_FEED;
        isBlank = byte <= BLANK;
        if (!isBlank) continue;
        at += 1;
        if (byte === LINE_FEED) {
          line += 1;
          start = at;
          parts = [];
        }
      } else {
        const end = chunk.indexOf(LINE_FEED, at);
        if (end < 0) break;
        yield { line, bytes: Buffer.concat([...parts, chunk.subarray(start, end)]) };
        line += 1;
        parts = [];
        isBlank = true;
        at = end + 1;
        start = at;
      }
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (!isBlank) yield { line, bytes: Buffer.concat(parts) };
}
