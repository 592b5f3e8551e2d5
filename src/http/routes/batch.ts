import { z } from 'zod';
import { saveBatch } from '../../commands/saveBatch.js';
import { ImportObservation, SaveObservation } from '../../commands/saveObservation.js';
import { type Caller, isAdmin } from '../../domain/caller.js';
import { parse } from '../../domain/parse.js';
import { atPosition } from '../answers/successAnswers.js';
import { BatchResults, itemResult } from '../batch/batchResults.js';
import { readItems } from '../batch/readItems.js';
import { EXAMPLES } from '../openapi/examples.js';
import { route } from '../route.js';
import { withDefaultAuthor } from '../security/author.js';

const LARGEST = 64 * 1024 * 1024;
/** The results of more items would not fit into memory. */
const LIMITS = { bytes: LARGEST, items: 100_000 };

export const batchRoute = route({
  method: 'POST',
  path: '/api/v1/observations/batch',
  operationId: 'saveObservations',
  tag: 'observations',
  summary: 'Save many observations',
  description:
    'Saves up to 100,000 observations and 64 MiB, as a JSON array or as NDJSON. The rate limit counts it as one ' +
    'request. A bad item does not stop the others; one of more than 8 MiB is bad. With an admin credential, the `id` and `created_at` of an ' +
    'export are kept. An `Idempotency-Key` covers every item by its line: a batch that was cut short can be sent again ' +
    'in full.',
  // It is read while it arrives, so the items are parsed one by one.
  body: z.unknown(),
  example: [EXAMPLES.save],
  bodyLimit: LARGEST,
  ndjson: ImportObservation,
  answers: {
    200: {
      description: 'The outcome of each item.',
      content: BatchResults,
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
  async handle({ app, body, caller, context, reply }) {
    const items = readItems(body, LIMITS);
    const batch = { items, parse: parserFor(caller), toResult: itemResult };
    const { position, ...answer } = await saveBatch(app, batch, context);
    if (position > 0) atPosition(reply, position);
    return answer;
  },
});

/** An admin may bring an export, whose notes keep their author. */
function parserFor(caller: Caller): (item: unknown) => ImportObservation {
  if (!isAdmin(caller))
    return (item) => withDefaultAuthor(parse(SaveObservation, item, 'invalid_payload'), caller);
  return (item) => {
    const note: ImportObservation = parse(ImportObservation, item, 'invalid_payload');
    return note.id === undefined ? withDefaultAuthor(note, caller) : note;
  };
}
