import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { textSize } from '../../commands/textSize.js';

/** UTF-16 units of text in the longest answer that is made at once, and in each part of a longer one. */
const LONGEST_AT_ONCE = 256 * 1024;
const PART = 64 * 1024;

/** What Fastify sends for a body: the body itself, or a long one as a stream, so that no turn makes all of its JSON. */
export function inParts(body: unknown, reply: FastifyReply): unknown {
  if (typeof body !== 'object' || body === null || body instanceof Readable) return body;
  if (textSize(body, LONGEST_AT_ONCE) <= LONGEST_AT_ONCE) return body;
  reply.type('application/json; charset=utf-8');
  return Readable.from(joined(jsonOf(body)), { objectMode: false });
}

/** The same JSON as `JSON.stringify` makes, with the elements of an array one by one, also of one in an object. */
export function* jsonOf(value: object): Generator<string> {
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) {
      yield i === 0 ? '[' : ',';
      yield JSON.stringify(one) ?? 'null';
    }
    yield value.length === 0 ? '[]' : ']';
    return;
  }
  let before = '{';
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(one)) yield* jsonOf(one);
    else yield JSON.stringify(one);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* joined(parts: Iterable<string>): Generator<string> {
  let part = '';
  for (const one of parts) {
    part += one;
    if (part.length < PART) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}
