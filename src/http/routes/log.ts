import { z } from 'zod';
import { optional } from '../../domain/fields.js';
import { Rejection } from '../../domain/rejection.js';
import { isStorable } from '../../domain/unicode.js';
import { CURRENT_SCHEMA } from '../../events/vaultEvent.js';
import { VerifyReport, VerifyStatus } from '../../maintenance/verification.js';
import { Count } from '../../queries/counts.js';
import {
  entriesFor,
  eventStream,
  LogEntryJson,
  lastEventId,
  sendEvents,
  startOfStream,
  wantsEvents,
} from '../answers/eventStream.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { limit, whole } from '../request/parameters.js';
import { ADMIN, get, group, post } from '../route.js';

const LogSummary = z
  .object({
    events: Count,
    head: Count.meta({ description: 'Position of the last event; 0 in an empty log.' }),
    hash: z.string().meta({ description: 'Hash of the last event and all before it, in hex.' }),
    erased: Count.meta({
      description: 'Events whose payload was erased or redacted.',
    }),
    bytes: Count.meta({ description: 'Size of log.db with its write-ahead log, in bytes.' }),
  })
  .meta({ id: 'LogSummary' });

const LAST_POSITION = Number.MAX_SAFE_INTEGER;

const TYPES = Object.keys(CURRENT_SCHEMA);

/** Some of these types, with commas between. The API document does not list them: the list would grow. A refusal names them. */
export const types = (known: readonly string[]) =>
  z
    .string()
    .transform((list, ctx): readonly string[] => {
      const types = [...new Set(list.split(',').map((type) => type.trim()))];
      const wrong = types.filter((type) => !known.includes(type)).slice(0, MOST_NAMED);
      if (wrong.length > 0) {
        ctx.addIssue(
          `there is no type ${wrong.map((type) => JSON.stringify(type)).join(', ')}: the types are ${known.join(', ')}`,
        );
      }
      return types;
    })
    .meta({ override: { type: 'string' } });
/** Of the types that there are not, those that a refusal names. */
const MOST_NAMED = 5;

const Position = whole(0, LAST_POSITION);

const EventsQuery = z.strictObject({
  after: optional(Position).meta({ description: 'Only events after this position.' }),
  before: optional(Position).meta({
    description:
      'Only events before this position, the newest first. Not with `after`, not in a stream.',
  }),
  stream: optional(z.string().refine(isStorable, 'must be well-formed Unicode without NUL')).meta({
    description: 'Only events of this stream.',
    example: `observation/${EXAMPLES.observation.id}`,
  }),
  type: optional(types(TYPES)).meta({
    description:
      'Only events of these types, with commas between. A wrong one is refused with all that there are.',
    example: 'observation.saved,observation.revised',
  }),
  limit: limit(1000, 100),
});

const EXAMPLE: LogEntryJson = {
  position: 2,
  id: '01KA5ZJ3M4A1B2C3D4E5F6G7H8',
  stream: `observation/${EXAMPLES.observation.id}`,
  version: 1,
  type: 'observation.saved',
  schema: 1,
  at: '2026-11-20T09:30:00Z',
  actor: 'anonymous',
  request_id: '01KA5ZJ3M4R2E4Q6T8S0V2W4X6',
  data: null,
  hash: EXAMPLES.hash,
};

export const logRoutes = group(ADMIN, [
  post('/admin/log/verify', 'verifyLog', {
    summary: 'Verify the log',
    description:
      'Reads the whole log from disk and checks every payload, hash, guard and page; then compares the read models ' +
      'with a replay. Saves go on.',
    act: 'verify',
    query: z.strictObject({
      wait: optional(z.enum(['0', '1'])).meta({
        description: '0 answers at once; the verification goes on.',
      }),
    }),
    answers: {
      200: {
        description: 'The report.',
        content: VerifyReport,
        example: {
          ok: true,
          events: 2,
          head: 2,
          hash: EXAMPLES.hash,
          problems: [],
          more: 0,
          views_compared: true,
          views_at: 2,
          seconds: 0.01,
        },
      },
      202: {
        description: 'It has begun; `GET /admin/operations` shows its progress.',
        content: VerifyStatus,
        example: { state: 'verifying', done: 0, total: 0 },
      },
    },
    async handle({ upkeep, query, reply }) {
      const report = upkeep.audit.verify();
      if (query.wait !== '0') return report;
      report.catch((error) => {
        // Only of the stop of the service; nobody has to be told of that.
        if (!(error instanceof Rejection)) upkeep.reporter.report(error);
      });
      reply.code(202);
      return upkeep.audit.verifyStatus();
    },
  }),
  get('/admin/events', 'listEvents', {
    summary: 'Read the log',
    description:
      'By position, or with `before` the newest first. `data` of an erased event is null. With `Accept: text/event-stream` ' +
      'the answer is a stream of server-sent events: the recorded ones, then each new one, each with its position as id. ' +
      '`limit` applies to the list only.',
    query: EventsQuery,
    answers: {
      200: {
        description: 'The events.',
        content: z.array(LogEntryJson),
        example: [EXAMPLE],
        headers: {
          Link: 'As of any list; its `after` or `before` is the last position that was looked at.',
        },
        stream: `id: ${EXAMPLE.position}\ndata: {"position":${EXAMPLE.position},…}\n\n`,
      },
    },
    async handle(call) {
      // Refuses a malformed one, also where no stream is asked for.
      lastEventId(call);
      const isStream = wantsEvents(call);
      const { after, before, limit, stream, type: types } = call.query;
      if (before !== undefined && (isStream || after !== undefined)) {
        const other = isStream ? 'in a stream of events' : 'with after';
        throw new Rejection('invalid_parameter', `before: does not go ${other}: leave one out`);
      }
      const { log } = call.vault;
      const only = { stream, types };
      const tell = entriesFor(log, call.sees);
      if (isStream) {
        const from = { after: await startOfStream(call, after ?? 0), only, tell };
        return sendEvents(call, (listener) => eventStream(log, { ...from, ...listener }));
      }
      if (before !== undefined) {
        const { entries, upTo } = await log.readEntriesBefore(before, limit, only);
        if (upTo > 1)
          call.reply.header('link', nextEvents(call.request.originalUrl, 'before', upTo));
        return Promise.all(entries.map(tell));
      }
      const { entries, upTo } = await log.readEntries(after ?? 0, limit, only);
      const { position: end } = await log.head();
      if (upTo < end)
        call.reply.header('link', nextEvents(call.request.originalUrl, 'after', upTo));
      return Promise.all(entries.map(tell));
    },
  }),
  get('/admin/log', 'getLog', {
    summary: 'Get the state of the log',
    answers: ok('The state.', LogSummary, {
      events: 2,
      head: 2,
      hash: EXAMPLES.hash,
      erased: 0,
      bytes: 131_072,
    }),
    async handle({ vault, upkeep }) {
      const erased = await vault.log.erased();
      const { position, hash } = await vault.log.head();
      const { log: bytes } = upkeep.databaseBytes();
      return { events: position, head: position, hash: hash.toString('hex'), erased, bytes };
    },
  }),
]);

/** `Link` to the page of the events on the other side of a position. */
export function nextEvents(url: string, side: 'after' | 'before', position: number): string {
  const [path = '', search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  query.set(side, String(position));
  return `<${path}?${query}>; rel="next"`;
}
