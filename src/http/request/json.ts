import { setImmediate as nextTurn } from 'node:timers/promises';
import { Rejection } from '../../domain/rejection.js';

/** The most JSON values in a body or in an item of a batch, unknown members included. */
const MOST_VALUES = 20_000;

/**
 * Parses UTF-8 JSON of at most `mostValues` values: parsed, they take up to a hundred times the time and twenty times the
 * memory of a text of the same length. Throws `Rejection('invalid_payload')`. A `__proto__` key is harmless: `JSON.parse`
 * makes it an own property, which no schema knows.
 */
export async function parseJson(bytes: Uint8Array, mostValues = MOST_VALUES): Promise<unknown> {
  // A text has fewer values than bytes.
  if (bytes.length > mostValues) refuseSprawl(bytes, mostValues);
  const text = bytes.length > TURN_BYTES ? await decodeInTurns(bytes) : decode(DECODER, bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejection('invalid_payload', 'body: must be JSON');
  }
}

const COMMA = 0x2c;

function refuseSprawl(bytes: Uint8Array, mostValues: number): void {
  const scan = scanJson();
  let values = 0;
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (scan.next(byte)) continue;
    // A comma or an opening bracket comes before each value but the first.
    if (byte === COMMA || scan.depth() > depth) values += 1;
    depth = scan.depth();
    if (values > mostValues) {
      throw new Rejection('invalid_payload', `body: must have at most ${mostValues} JSON values`);
    }
  }
}

/** Bytes that are decoded in one turn: other letters than those of ASCII take 8 ms a megabyte. */
const TURN_BYTES = 1024 * 1024;

/** `fatal`, because invalid UTF-8 would silently become U+FFFD. */
const newDecoder = () => new TextDecoder('utf-8', { fatal: true });
/** For bytes that are decoded at once. */
const DECODER = newDecoder();

async function decodeInTurns(bytes: Uint8Array): Promise<string> {
  const decoder = newDecoder();
  let text = '';
  let start = 0;
  for (; bytes.length - start > TURN_BYTES; start += TURN_BYTES) {
    text += decode(decoder, bytes.subarray(start, start + TURN_BYTES), { stream: true });
    await nextTurn();
  }
  return text + decode(decoder, bytes.subarray(start));
}

function decode(decoder: TextDecoder, ...asked: Parameters<TextDecoder['decode']>): string {
  try {
    return decoder.decode(...asked);
  } catch {
    throw new Rejection('invalid_payload', 'body: must be UTF-8');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENS_ARRAY = 0x5b;
const CLOSES_ARRAY = 0x5d;
const OPENS_OBJECT = 0x7b;
const CLOSES_OBJECT = 0x7d;

/** Follows the bytes of a JSON text without parsing it. */
export function scanJson() {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  return {
    /** Takes the next byte; true when it belongs to a string, quotes included. */
    next(byte: number): boolean {
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
        return true;
      }
      // This runs for every byte of a batch.
      switch (byte) {
        case QUOTE:
          inString = true;
          return true;
        case OPENS_ARRAY:
        case OPENS_OBJECT:
          depth += 1;
          return false;
        case CLOSES_ARRAY:
        case CLOSES_OBJECT:
          depth -= 1;
      }
      return false;
    },
    /** How many arrays and objects are open. */
    depth: () => depth,
  };
}
