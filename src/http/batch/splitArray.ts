import { type ItemBytes, ItemParts } from '../../domain/lines/itemParts.js';
import { Rejection } from '../../domain/rejection.js';
import { scanJson } from '../request/scanJson.js';

const COMMA = 0x2c;
const BLANK = 0x20;
const ARRAY = { opens: 0x5b, closes: 0x5d };

/**
 * The elements of a JSON array while it arrives, as bytes that are not parsed yet: tens of millions of elements are
 * never in memory as values. Of an element longer than `most` bytes only the number is given. Throws `invalid_payload`
 * where an element cannot be separated from the next.
 */
export async function* splitArray(
  bytes: AsyncIterable<Buffer>,
  most: number,
): AsyncGenerator<ItemBytes> {
  const place = arrayPlaces();
  const item = new ItemParts(most);
  let line = 0;
  let isBlank = true;
  let isOver = false;
  for await (const chunk of bytes) {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      const at = place(byte);
      if (at === 'element') {
        // The blanks before an element are no part of it.
        if (isBlank && byte <= BLANK) start = i + 1;
        else isBlank = false;
        continue;
      }
      if (at !== 'outside') {
        isOver = at === 'end';
        line += 1;
        item.add(chunk.subarray(start, i));
        const element = item.take();
        if (!isBlank) yield { line, bytes: element };
        // Two commas in a row are an error; nothing between the brackets is an empty array.
        else if (line > 1 || !isOver) throw notAnArray();
      }
      isBlank = true;
      start = i + 1;
    }
    if (!isBlank) item.add(chunk.subarray(start));
  }
  if (!isOver) throw notAnArray();
}

/** Gives the place of each byte of a JSON array. */
function arrayPlaces(): (byte: number) => 'outside' | 'element' | 'comma' | 'end' {
  const scan = scanJson();
  let isOver = false;
  return (byte) => {
    const before = scan.depth();
    const isText = scan.next(byte);
    if (isText || before > 1) return 'element';
    if (before === 1 && scan.depth() === 0) {
      if (byte !== ARRAY.closes) throw notAnArray();
      isOver = true;
      return 'end';
    }
    if (before === 1) return byte === COMMA ? 'comma' : 'element';
    if (byte > BLANK && (isOver || byte !== ARRAY.opens)) throw notAnArray();
    return 'outside';
  };
}

function notAnArray(): Rejection {
  return new Rejection('invalid_payload', 'body: must be a JSON array');
}
