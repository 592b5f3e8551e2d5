import { z } from 'zod';
import { type ItemOutcome, saveBatch } from '../../commands/saveBatch.js';
import { ImportObservation, SaveObservation } from '../../commands/saveObservation.js';
import type { Config } from '../../config/config.js';
import { type Caller, isAdmin } from '../../domain/caller.js';
import { parse } from '../../domain/parse.js';
import { callerAsSaver } from '../answers/shownSaver.js';
import { atPosition } from '../answers/successAnswers.js';
import { BatchResults, itemResult } from '../batch/batchResults.js';
import { readItems } from '../batch/readItems.js';
import { EXAMPLES } from '../openapi/examples.js';
import { withSupersededId } from '../request/supersededId.js';
import { route } from '../route.js';
import { signedBy } from '../security/walls.js';

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
    'Up to 100,000 and 64 MiB, as a JSON array or NDJSON. A bad item (one ' +
    'of more than 8 MiB is bad) does not stop the others. With an admin credential, the `id` and ' +
    '`created_at` of an export are kept. An `Idempotency-Key` covers every item by its line: a batch that ' +
    'was cut short can be sent again in full.',
  // It is read while it arrives, so the items are parsed one by one.
  body: z.unknown(),
  example: [EXAMPLES.imported],
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
          'Position of the last event that an item wrote or repeats, else the end of the log.',
      },
    },
  },
  async handle({ app, body, caller, sees, context, recheck, reply }) {
    const items = readItems(body, LIMITS, recheck);
    const saver = callerAsSaver(caller, sees);
    const toResult = (outcome: ItemOutcome) => itemResult(outcome, saver);
    const parseNote = parserFor(caller, app.config);
    const parse = (item: unknown) => withSupersededId(app, sees, parseNote(item));
    const batch = { items, parse, toResult };
    const { position, ...answer } = await saveBatch(app, batch, context);
    if (position > 0) atPosition(reply, position);
    return answer;
  },
});

/** An admin may bring an export, whose notes keep their author. */
function parserFor(caller: Caller, config: Config): (item: unknown) => ImportObservation {
  if (!isAdmin(caller))
    return (item) => signedBy(parse(SaveObservation, item, 'invalid_payload'), caller, config);
  return (item) => {
    const note: ImportObservation = parse(ImportObservation, item, 'invalid_payload');
    return note.id === undefined ? signedBy(note, caller, config) : note;
  };
}
