import { createReadStream } from 'node:fs';
import { membersOf, tryParse } from '../domain/json.js';
import { splitLines } from '../domain/lines.js';
import { decodeText } from '../domain/unicode.js';
import type { PeerCells, PeerRow } from './peerRows.js';

/** Bytes of one thing in a file of JSON: more than any that a vault takes, and few enough to hold a few of them. */
const LONGEST_ITEM = 32 * 1024 * 1024;

/** A piece of a JSON object: the value of a key, or one element of the array that a key has. */
interface JsonPiece {
  readonly key: string;
  /** `array` comes before its elements, also where there are none. `damage` is in the place of what cannot be read. */
  readonly kind: 'value' | 'array' | 'element' | 'damage';
  /** JSON; empty for an array; of damage, what is wrong. */
  readonly text: string;
}

const [QUOTE, ESCAPE, COMMA, COLON] = [...Buffer.from('"\\,:')];
const OPEN = new Set(Buffer.from('[{'));
const CLOSE = new Set(Buffer.from(']}'));
const [ARRAY] = Buffer.from('[');
const BLANK = new Set(Buffer.from(' \t\r\n'));

/**
 * The pieces of a file that holds one JSON object, of which it holds one at a time. Bytes that mean something in JSON are
 * never part of a longer UTF-8 character, so it looks at bytes. What is no JSON inside a piece is left to whoever parses it. A
 * file that ends too soon ends with damage.
 */
export async function* jsonElements(file: string): AsyncGenerator<JsonPiece> {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let isInArray = false;
  let key = '';
  let kept: Buffer[] = [];
  let length = 0;
  const drop = () => {
    kept = [];
    length = 0;
  };
  const damage = (text: string): JsonPiece => ({ key, kind: 'damage', text });
  const taken = () => {
    const text = decodeText(Buffer.concat(kept));
    drop();
    return text?.trim();
  };
  function* piece(): Generator<JsonPiece> {
    const isTooLong = length > LONGEST_ITEM;
    const text = taken();
    if (isTooLong) yield damage('it is longer than 32 MiB');
    else if (text === undefined) yield damage('it is no text in UTF-8');
    else if (text !== '') yield { key, kind: isInArray ? 'element' : 'value', text };
  }

  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    // A file without an encoding is read as buffers.
    const bytes = chunk as Buffer;
    let start = 0;
    const keepTo = (end: number) => {
      if (end > start) {
        length += end - start;
        if (length > LONGEST_ITEM) kept = [];
        else kept.push(bytes.subarray(start, end));
      }
      start = end + 1;
    };
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === ESCAPE) isEscaped = true;
        else if (byte === QUOTE) isInText = false;
        continue;
      }
      if (byte === QUOTE) {
        isInText = true;
        continue;
      }
      const top = isInArray ? 2 : 1;
      if (OPEN.has(byte)) {
        depth++;
        if (depth === 1) {
          // A mark of the byte order may come first.
          keepTo(i);
          drop();
        } else if (depth === 2 && byte === ARRAY && isOnlyBlank(kept, bytes, start, i)) {
          keepTo(i);
          drop();
          isInArray = true;
          yield { key, kind: 'array', text: '' };
        }
      } else if (CLOSE.has(byte)) {
        depth--;
        if (isInArray ? depth === 1 : depth === 0) {
          keepTo(i);
          yield* piece();
          isInArray = false;
        }
      } else if (depth === top && byte === COMMA) {
        keepTo(i);
        yield* piece();
      } else if (depth === 1 && !isInArray && byte === COLON) {
        keepTo(i);
        const text = taken() ?? '';
        key = String(tryParse(text) ?? text);
      }
    }
    keepTo(bytes.length);
  }
  // What is whole without its end is read; the rest of a half piece would be something else.
  if (depth === (isInArray ? 2 : 1) && !isInText) yield* piece();
  if (depth > 0) yield damage('the file is cut off here');
}

/** Whether nothing came before: then `[` begins the array that a key has, and not one in another value. */
function isOnlyBlank(kept: readonly Buffer[], bytes: Buffer, start: number, end: number): boolean {
  return [...kept, bytes.subarray(start, end)].every((part) => part.every((b) => BLANK.has(b)));
}

/** The objects of a file with one JSON object a line; empty lines count, and are left out. */
export async function* ndjsonRows(file: string): AsyncGenerator<PeerRow> {
  for await (const { line, bytes } of splitLines(createReadStream(file), LONGEST_ITEM)) {
    const row = `line ${line}`;
    if (!bytes) yield { row, skipped: 'it is longer than 32 MiB' };
    else {
      const cells = jsonObject(decodeText(bytes) ?? '');
      yield cells ? { row, cells } : { row, skipped: 'it is no JSON object' };
    }
  }
}

/** The object that a text in JSON says; undefined for anything else. */
export function jsonObject(text: string): PeerCells | undefined {
  const value = tryParse(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? membersOf(value) : undefined;
}
