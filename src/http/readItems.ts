import { Rejection } from '../domain/rejection.js';
import { decodeUtf8, parseJsonText } from './bodies.js';

/** One element of a batch, not parsed yet. `line` counts from 1; blank lines count but are no items. */
export interface Item {
  readonly line: number;
  readonly read: () => unknown;
}

/** How large a batch may be. */
export interface BatchLimits {
  readonly bytes: number;
  readonly items: number;
}

/**
 * The items of a batch: lines of NDJSON from a stream, or elements of a JSON array. Throws
 * `payload_too_large` at the first item too many.
 */
export async function* readItems(body: unknown, most: BatchLimits): AsyncGenerator<Item> {
  if (Array.isArray(body)) {
    if (body.length > most.items) throw tooMany(most);
    for (const [i, value] of body.entries()) yield { line: i + 1, read: () => value };
    return;
  }
  if (!isByteStream(body)) {
    throw new Rejection(
      'invalid_payload',
      'body: must be a JSON array, or NDJSON as application/x-ndjson',
    );
  }
  let line = 0;
  let items = 0;
  for await (const bytes of lines(body, most.bytes)) {
    line += 1;
    if (!bytes.some((byte) => byte > 0x20)) continue;
    items += 1;
    if (items > most.items) throw tooMany(most);
    yield { line, read: () => parseJsonText(decodeUtf8(bytes)) };
  }
}

function tooMany({ items }: BatchLimits): Rejection {
  return new Rejection('payload_too_large', `a batch has at most ${items} items`);
}

/** Splits a stream at line feeds. Throws `payload_too_large` once more than `most` bytes have come. */
async function* lines(body: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let total = 0;
  let parts: Buffer[] = [];
  for await (const chunk of body) {
    total += chunk.length;
    if (total > most) {
      throw new Rejection('payload_too_large', `the body is larger than ${most} bytes`);
    }
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

function isByteStream(body: unknown): body is AsyncIterable<Buffer> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
