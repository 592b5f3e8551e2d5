import { finished, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BatchItem } from '../../commands/items.js';
import { type ItemBytes, ItemParts, splitLines } from '../../domain/lines.js';
import { Rejection } from '../../domain/rejection.js';
import { scanJson } from '../../domain/scanJson.js';
import { whileAllowed } from '../answers/inParts.js';
import { parseJson } from './json.js';

/**
 * Accepts only JSON bodies: a page of any origin could send `text/plain` without a CORS preflight. An empty one counts as none:
 * many clients set the type with every request.
 */
export function acceptJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      refuseEncoded(request);
      return body.length === 0 ? undefined : parseJson(body);
    },
  );
}

/**
 * Accepts batches as streams, which are read item by item. A batch whose Content-Length exceeds the limit is refused before
 * any of it is stored.
 */
export function acceptBatches(server: FastifyInstance): void {
  // Without `parseAs`, Fastify passes the stream itself.
  const stream = (form: BatchBody['form']) => async (request: FastifyRequest, body: unknown) =>
    new BatchBody(form, arriving(request, body as Readable));
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', stream('array'));
  server.addContentTypeParser('application/x-ndjson', stream('lines'));
}

/**
 * Accepts files, as the parts in which they arrived: to join them would hold the event loop. One at a time, because it is in memory
 * until its answer is at its end: another is refused before any of it is read. A page of another origin may send none of this type
 * before the browser has asked whether it may (CORS).
 */
export function acceptFiles(server: FastifyInstance): void {
  let isTaken = false;
  // After `onRequest`, so that whoever is not authorized keeps nobody waiting.
  server.addHook('preParsing', async (_request, reply) => {
    if (isTaken)
      throw new Rejection('overloaded', 'the vault imports another file: wait until it is done');
    isTaken = true;
    finished(reply.raw, () => {
      isTaken = false;
    });
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/octet-stream',
    async (request: FastifyRequest, body: Readable) => {
      const parts: Buffer[] = [];
      for await (const part of upTo(request.routeOptions.bodyLimit, arriving(request, body)))
        parts.push(part);
      return parts;
    },
  );
}

/** Accepts texts of any type, or of none: standard clients of a witness name none. */
export function acceptTexts(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    '*',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      refuseEncoded(request);
      return body;
    },
  );
}

/** A body while it arrives. Throws for one that says of itself that it is too large, or compressed. */
function arriving(request: FastifyRequest, body: Readable): AsyncIterable<Buffer> {
  refuseEncoded(request);
  const { bodyLimit } = request.routeOptions;
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) {
    throw new Rejection('payload_too_large', `the body is larger than ${bodyLimit} bytes`);
  }
  // It is not destroyed where reading ends early: that would take the socket from the request, and with it the answer that says
  // what is wrong.
  return body.iterator({ destroyOnReturn: false });
}

/** Compressed bodies are refused: a small one could decompress to any size. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() === 'identity') return;
  throw new Rejection('unsupported_media_type', 'Content-Encoding: send the body uncompressed');
}

/** A batch while it arrives: NDJSON or a JSON array. */
export class BatchBody {
  constructor(
    readonly form: 'lines' | 'array',
    readonly bytes: AsyncIterable<Buffer>,
  ) {}
}

/** How large a batch may be. */
interface BatchLimits {
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

const COMMA = 0x2c;
const BLANK = 0x20;
const ARRAY = { opens: 0x5b, closes: 0x5d };

/**
 * The elements of a JSON array while it arrives, as bytes that are not parsed yet: tens of millions of elements are
 * never in memory as values. Of an element longer than `most` bytes only the number is given. Throws `invalid_payload`
 * where an element cannot be separated from the next.
 */
async function* splitArray(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<ItemBytes> {
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
