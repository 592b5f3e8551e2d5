import { Rejection } from '../../domain/rejection.js';
import { scanJson } from './scanJson.js';

const COMMA = 0x2c;
const ARRAY = { opens: 0x5b, closes: 0x5d };

/** The text of one item of a batch; `line` counts from 1. */
export interface ItemBytes {
  readonly line: number;
  readonly bytes: Buffer;
}

/**
 * The elements of a JSON array while it arrives, as bytes that are not parsed yet: tens of millions of elements are
 * never in memory as values. Throws `invalid_payload` where an element cannot be separated from the next.
 */
export async function* splitArray(bytes: AsyncIterable<Buffer>): AsyncGenerator<ItemBytes> {
  const place = arrayPlaces();
  let parts: Buffer[] = [];
  let line = 0;
  let isOver = false;
  for await (const chunk of bytes) {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const at = place(chunk[i] ?? 0);
      if (at === 'element') continue;
      const element = Buffer.concat([...parts, chunk.subarray(start, i)]);
      parts = [];
      start = i + 1;
      if (at === 'outside') continue;
      isOver = at === 'end';
      line += 1;
      if (element.some((one) => one > 0x20)) yield { line, bytes: element };
      // Two commas in a row are an error; nothing between the brackets is an empty array.
      else if (line > 1 || !isOver) throw notAnArray();
    }
    parts.push(chunk.subarray(start));
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
    if (byte > 0x20 && (isOver || byte !== ARRAY.opens)) throw notAnArray();
    return 'outside';
  };
}

function notAnArray(): Rejection {
  return new Rejection('invalid_payload', 'body: must be a JSON array');
}
