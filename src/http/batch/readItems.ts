import type { BatchItem } from '../../commands/saveBatch.js';
import { Rejection } from '../../domain/rejection.js';
import { parseJson } from '../request/parseJson.js';
import { scanJson } from './scanJson.js';
import { splitArray } from './splitArray.js';
import { splitLines } from './splitLines.js';

/** A batch while it arrives: NDJSON or a JSON array. */
export class BatchBody {
  constructor(
    readonly form: 'lines' | 'array',
    readonly bytes: AsyncIterable<Buffer>,
  ) {}
}

/** How large a batch may be. */
export interface BatchLimits {
  readonly bytes: number;
  readonly items: number;
}

/**
 * The items of a batch, one after another, not parsed yet. Blank lines count as lines but are no items. Throws
 * `payload_too_large` at the first one too many.
 */
export async function* readItems(body: unknown, most: BatchLimits): AsyncGenerator<BatchItem> {
  if (!(body instanceof BatchBody)) {
    throw new Rejection(
      'invalid_payload',
      'body: must be a JSON array as application/json, or NDJSON as application/x-ndjson',
    );
  }
  const arriving = upTo(most.bytes, body.bytes);
  const split = body.form === 'array' ? splitArray : splitLines;
  let items = 0;
  for await (const { line, bytes } of split(arriving)) {
    items += 1;
    if (items > most.items) {
      throw new Rejection('payload_too_large', `a batch may have at most ${most.items} items`);
    }
    yield { line, read: () => parseItem(bytes) };
  }
}

async function* upTo(most: number, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.length;
    if (total > most) {
      throw new Rejection('payload_too_large', `the body is larger than ${most} bytes`);
    }
    yield chunk;
  }
}

/** The most JSON values in one item, unknown members included. */
const MOST_VALUES = 20_000;
const COMMA = 0x2c;

/** Parsed values can take twenty times the memory of their bytes, so the values are counted first. */
function parseItem(bytes: Buffer): unknown {
  // A text has fewer values than bytes.
  if (bytes.length > MOST_VALUES) refuseSprawl(bytes);
  return parseJson(bytes);
}

function refuseSprawl(bytes: Buffer): void {
  const scan = scanJson();
  let values = 0;
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (scan.next(byte)) continue;
    // A comma or an opening bracket comes before each value but the first.
    if (byte === COMMA || scan.depth() > depth) values += 1;
    depth = scan.depth();
    if (values > MOST_VALUES) {
      throw new Rejection('invalid_payload', `body: must have at most ${MOST_VALUES} JSON values`);
    }
  }
}
