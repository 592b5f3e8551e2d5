import type { BatchItem } from '../../commands/saveBatch.js';
import { splitLines } from '../../domain/lines/splitLines.js';
import { Rejection } from '../../domain/rejection.js';
import { parseJson } from '../request/parseJson.js';
import { whileAllowed } from '../security/whileAllowed.js';
import { splitArray } from './splitArray.js';

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
 * `payload_too_large` at the first one too many, and what `recheck` throws: it is called for each part of the body that arrives,
 * because a login may have ended since the first.
 */
export async function* readItems(
  body: unknown,
  most: BatchLimits,
  recheck: () => Promise<unknown>,
): AsyncGenerator<BatchItem> {
  if (!(body instanceof BatchBody)) {
    throw new Rejection(
      'invalid_payload',
      'body: must be a JSON array as application/json, or NDJSON as application/x-ndjson',
    );
  }
  const arriving = whileAllowed(upTo(most.bytes, body.bytes), recheck);
  const split = body.form === 'array' ? splitArray : splitLines;
  let items = 0;
  for await (const { line, bytes } of split(arriving, LARGEST_ITEM)) {
    items += 1;
    if (items > most.items) {
      throw new Rejection('payload_too_large', `a batch may have at most ${most.items} items`);
    }
    yield { line, bytes: bytes?.length ?? 0, read: () => parseItem(bytes) };
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

/** Longer than any note that the vault exports: what follows is parsed in one piece. */
const LARGEST_ITEM = 8 * 1024 * 1024;

async function parseItem(bytes: Buffer | undefined): Promise<unknown> {
  if (bytes) return parseJson(bytes);
  throw new Rejection('invalid_payload', `body: an item may have at most ${LARGEST_ITEM} bytes`);
}
