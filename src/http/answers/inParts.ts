import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { textSize } from '../../domain/textSize.js';
import type { Slices } from '../../queries/inSlices.js';
import type { AnswerHead } from '../route.js';

/** UTF-16 units of text in the longest answer that is made at once, and in each part of a longer one. */
const LONGEST_AT_ONCE = 256 * 1024;
const PART = 64 * 1024;

/**
 * What Fastify sends for a body: the body itself, or a long one as a stream, so that no turn makes all of its JSON. A stream
 * breaks off when `recheck` throws: its reader may be slow, and may have been logged out since.
 */
export function inParts(
  body: unknown,
  reply: AnswerHead,
  recheck: () => Promise<unknown>,
): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (body instanceof Readable || body instanceof Uint8Array) return body;
  if (isSliced(body)) return slicesInParts(body, reply, recheck);
  if (textSize(body, LONGEST_AT_ONCE) <= LONGEST_AT_ONCE) return body;
  return streamed(jsonOf(body), reply, recheck);
}

function streamed(
  json: Iterable<string> | AsyncIterable<string>,
  reply: AnswerHead,
  recheck: () => Promise<unknown>,
): Readable {
  reply.type('application/json; charset=utf-8');
  return Readable.from(whileAllowed(joined(json), recheck), { objectMode: false });
}

// Nothing else that a handler answers with can be iterated only asynchronously.
const isSliced = (body: object): body is Slices<unknown> => Symbol.asyncIterator in body;

/** A list of one slice as an array. A longer one is read while it is sent: a whole one would take a hundred megabytes. */
async function slicesInParts(
  slices: Slices<unknown>,
  reply: AnswerHead,
  recheck: () => Promise<unknown>,
): Promise<unknown> {
  const first = await slices.next();
  const second = await slices.next();
  if (second.done) return inParts(first.done ? [] : first.value, reply, recheck);
  const all = async function* () {
    yield first.value;
    yield second.value;
    yield* slices;
  };
  return streamed(jsonOfSlices(all()), reply, recheck);
}

/** The same JSON as `JSON.stringify` makes of all elements together. */
async function* jsonOfSlices(slices: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const slice of slices) {
    for (const one of slice) {
      yield `${before}${JSON.stringify(one)}`;
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
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

/** Parts of some length, each made in a turn of its own: a client that reads quickly would have all made at once. */
export async function* joined(
  parts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  let part = '';
  for await (const one of parts) {
    part += one;
    if (part.length < PART) continue;
    yield part;
    part = '';
    await nextTurn();
  }
  if (part !== '') yield part;
}

/**
 * The parts of a long body or answer, each asked for when the one before it was taken. Throws what `recheck` throws, so that
 * it breaks off: what follows would come from, or reach, somebody whose login or key has ended meanwhile.
 */
export async function* whileAllowed<T>(
  parts: AsyncIterable<T>,
  recheck: () => Promise<unknown>,
): AsyncGenerator<T> {
  for await (const part of parts) {
    await recheck();
    yield part;
  }
}
