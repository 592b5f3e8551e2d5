import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { closeBatch } from '../../commands/closeBatch.js';
import { keyHash } from '../../commands/handle.js';
import { ImportObservation, SaveObservation } from '../../commands/saveObservation.js';
import { type Caller, isAdmin } from '../../domain/caller.js';
import { parse } from '../../domain/parse.js';
import { Rejection } from '../../domain/rejection.js';
import { Results } from '../batch/batchResults.js';
import { type Item, readItems } from '../batch/readItems.js';
import { addResult, type ParseItem, saveItems } from '../batch/saveItems.js';
import { atPosition } from '../mount.js';
import { EXAMPLES } from '../openapi/examples.js';
import { route } from '../route.js';
import { withDefaultAuthor } from '../withDefaultAuthor.js';

const LARGEST = 64 * 1024 * 1024;
/** Items decided at a time: they share a commit, and bound what is held in memory. */
const CHUNK = 200;
/** Bounds of a whole batch: the results of more items would not fit into memory. */
const LIMITS = { bytes: LARGEST, items: 100_000 };

export const batchRoute = route({
  method: 'POST',
  path: '/api/v1/observations/batch',
  operationId: 'saveObservations',
  tag: 'observations',
  summary: 'Save many observations',
  description:
    'Saves up to 100,000 observations and 64 MiB, as a JSON array or as NDJSON. The rate limit counts it as one ' +
    'request. A bad item does not stop the others. With an admin credential, the `id` and `created_at` of an ' +
    'export are kept. An `Idempotency-Key` covers every item by its line: a batch that was cut short can be sent again ' +
    'in full.',
  body: z.unknown().meta({
    description: 'A JSON array of save requests, or one save request per line as NDJSON.',
  }),
  example: [EXAMPLES.save],
  bodyLimit: LARGEST,
  ndjson: true,
  answers: {
    200: {
      description: 'The outcome of each item.',
      content: Results,
      example: {
        results: [
          { id: EXAMPLES.observation.id },
          {
            line: 2,
            error: 'title: is required',
            errors: [{ path: '/title', message: 'is required' }],
          },
        ],
        total: 2,
        stored: 1,
        deduplicated: 0,
        failed: 1,
      },
      headers: {
        'X-Log-Position':
          'Position of the last event that an item wrote or was a duplicate of; if there is none, the end of the log.',
      },
    },
  },
  errors: ['invalid_payload', 'idempotency_mismatch'],
  async handle({ app, body, caller, context, reply }) {
    const parseItem = parserFor(caller);
    const { idempotencyKey: key } = context;
    const isRetry =
      key !== undefined && (await app.log.idempotencyRecord(keyHash(key))) !== undefined;
    const answer: Results = { results: [], total: 0, stored: 0, deduplicated: 0, failed: 0 };
    let position = 0;
    const flush = async (items: readonly Item[]) => {
      // A dry run first: it refuses a key that was used for a different batch before anything is stored.
      const rehearsed =
        key && (await saveItems(app, parseItem, items, { ...context, dryRun: true }));
      const settled =
        isRetry && rehearsed ? rehearsed : await saveItems(app, parseItem, items, context);
      for (const one of settled) {
        addResult(answer, one.result);
        position = Math.max(position, one.position);
      }
      // A chunk that stored nothing did not wait for the disk: give other requests a turn.
      await nextTurn();
    };
    try {
      for await (const chunk of chunksOf(readItems(body, LIMITS), CHUNK)) await flush(chunk);
    } catch (error) {
      throw answer.stored > 0 && !isRetry ? afterPart(error, answer) : error;
    }
    if (key) await app.executor.execute(closeBatch, { results: digestOf(answer) }, context);
    if (answer.total === answer.failed) position = (await app.log.head()).position;
    if (position > 0) atPosition(reply, position);
    return answer;
  },
});

/** An admin may import an export: notes with an id keep the author that they name. */
function parserFor(caller: Caller): ParseItem {
  if (!isAdmin(caller))
    return (item) => withDefaultAuthor(parse(SaveObservation, item, 'invalid_payload'), caller);
  return (item) => {
    const note: ImportObservation = parse(ImportObservation, item, 'invalid_payload');
    return note.id === undefined ? withDefaultAuthor(note, caller) : note;
  };
}

/** Adds to an error in the middle of a batch how many items were stored before it. */
function afterPart(error: unknown, { total, stored }: Results): unknown {
  if (!(error instanceof Rejection)) return error;
  const done = `the first ${total} items were handled, ${stored} of them stored`;
  return new Rejection(error.code, `${error.message} (${done}: send the remaining items again)`);
}

/** A digest of the results, by which a retry is recognised. Ids of a dry run differ each time, so they are left out. */
function digestOf({ results }: Results): string {
  const digest = createHash('sha256');
  for (const result of results) {
    digest.update(`${JSON.stringify('dry_run' in result ? 'dry run' : result)}\n`);
  }
  return digest.digest('hex');
}

async function* chunksOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
