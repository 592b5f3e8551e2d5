import { setImmediate as nextTurn } from 'node:timers/promises';
import { Rejection } from '../../domain/rejection.js';
import { hasMoreValues } from '../../domain/scanJson.js';

/** The most JSON values in a body or in an item of a batch, unknown members included. */
const MOST_VALUES = 20_000;

/**
 * Parses UTF-8 JSON of at most `mostValues` values: parsed, they take up to a hundred times the time and twenty times the
 * memory of a text of the same length. Throws `Rejection('invalid_payload')`. A `__proto__` key is harmless: `JSON.parse`
 * makes it an own property, which no schema knows.
 */
export async function parseJson(bytes: Uint8Array, mostValues = MOST_VALUES): Promise<unknown> {
  if (hasMoreValues(bytes, mostValues))
    throw new Rejection('invalid_payload', `body: must have at most ${mostValues} JSON values`);
  const text = bytes.length > TURN_BYTES ? await decodeInTurns(bytes) : decode(DECODER, bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejection('invalid_payload', 'body: must be JSON');
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
