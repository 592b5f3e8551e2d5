import { z } from 'zod';
import { acceptObservation, refuseObservation } from '../../commands/accepting.js';
import { atLeastOne, optional } from '../../domain/fields.js';
import { UlidOrEnd } from '../../domain/ids.js';
import { Observation } from '../../domain/observation.js';
import { Rejection } from '../../domain/rejection.js';
import { Count } from '../../queries/counts.js';
import { fullId } from '../../queries/getObservation.js';
import { countProposals, listNewest } from '../../queries/listObservations.js';
import { nowAt, shownFrom } from '../../queries/visible.js';
import { answerForgotten, FORGETS, waitForWipe } from '../answers/forgetAnswers.js';
import { changed, ok } from '../answers/successAnswers.js';
import { requireScope } from '../door/tokens.js';
import { restrictedAuthor } from '../door/walls.js';
import { EXAMPLES } from '../openapi/examples.js';
import {
  ContentLimitParam,
  CursorParam,
  FILTER_PARAMS,
  limit,
  NEXT_PAGE,
  nextPage,
  ObservationParam,
  whole,
  withContentLimit,
} from '../request/parameters.js';
import { type Call, get, group, post } from '../route.js';
import { changedNote } from './observations.js';

const PROPOSED = { ...EXAMPLES.observation, state: 'proposed' };

/** Decided in one request: the answer comes when all of them are. */
const MOST = 1000;
/** A note, and the revision of it that was read: another one is not decided about. */
const Item = z.union([
  UlidOrEnd,
  z.strictObject({ id: UlidOrEnd, revision: z.int().min(1).max(Number.MAX_SAFE_INTEGER) }),
]);
const Items = z.array(Item).max(MOST);
const RevisionParam = optional(whole(1, Number.MAX_SAFE_INTEGER)).meta({
  description: 'The one that was read: where it has been changed since, nothing is decided (409).',
});

const Decide = atLeastOne(
  z.strictObject({
    accept: optional(Items).meta({
      description: 'Ids, or `{"id","revision"}` with the revision that was read.',
    }),
    refuse: optional(Items).meta({ description: 'The same; these are forgotten.' }),
  }),
  ['accept', 'refuse'],
).meta({ id: 'DecideInbox' });

const Decided = z
  .object({
    accepted: Count,
    refused: Count,
    failed: z
      .array(z.object({ id: z.string(), error: z.string() }))
      .meta({ description: 'What was left as it is, and why.' }),
    pending: z.literal(true).optional().meta({
      description: 'What was refused is shown nowhere, and not yet wiped from every file.',
    }),
  })
  .meta({ id: 'InboxDecided' });

/** One decision about a proposed note, by its id or the end of it; gives the position of its event. */
async function decide(
  { vault, caller, sees, context, execute }: Call,
  command: typeof acceptObservation,
  idOrEnd: string,
  revision: number | undefined,
) {
  const id = await fullId(vault.readModels, sees, idOrEnd);
  const author = restrictedAuthor(caller, vault.config);
  const decision = { id, sees, decides: context.sees, author, revision };
  return { id, ...(await execute(command, decision, context)) };
}

/** What is proposed, and what becomes of it. */
export const inboxRoutes = group({ tag: 'observations' }, [
  get('/api/v1/inbox', 'getInbox', {
    summary: 'List proposed observations',
    description:
      'Those that wait for somebody to accept or refuse them, newest first, with the filters of the search. Until then, no agent gets ' +
      'them, and searches and lists show them only with `state`. One with `suspect` speaks to the model that reads it: edit it first, or ' +
      'refuse it.',
    query: z.strictObject({
      ...FILTER_PARAMS,
      limit: limit(100, 50),
      cursor: CursorParam,
      content_limit: ContentLimitParam,
    }),
    answers: ok('The observations.', z.array(Observation), [PROPOSED], {
      ...NEXT_PAGE,
      'X-Total-Count': 'How many wait, with these filters.',
    }),
    async handle({ vault, query, sees, request, reply }) {
      const { limit, cursor, content_limit, ...given } = query;
      const filters = { ...given, ...nowAt(vault.clock()) };
      const listing = { sees, filters, after: cursor, limit, state: 'proposed' as const };
      const { observations, next } = await listNewest(vault, listing);
      const views = await vault.readModels.current(...shownFrom(sees));
      reply.header('x-total-count', countProposals(views, sees, filters));
      if (next) reply.header('link', nextPage(request.originalUrl, next));
      return withContentLimit(observations, content_limit);
    },
  }),
  post('/api/v1/inbox', 'decideInbox', {
    summary: 'Accept and refuse many proposed observations',
    description: `At most ${MOST} of each. What cannot be decided is left as it is, and does not stop the others.`,
    body: Decide,
    example: { accept: [EXAMPLES.observation.id], refuse: [] },
    waitsForWipe: true,
    withoutKey: true,
    answers: changed('What became of them.', Decided, { accepted: 1, refused: 0, failed: [] }),
    async handle(call) {
      const { accept = [], refuse = [] } = call.body;
      if (refuse.length > 0) requireScope(call.caller, 'forget');
      const { meta, sees } = call.context;
      const failed: { id: string; error: string }[] = [];
      let forgotten = 0;
      const decideAll = async (
        items: readonly z.output<typeof Item>[],
        command: typeof acceptObservation,
      ) => {
        let done = 0;
        for (const item of items) {
          const { id, revision } =
            typeof item === 'string' ? { id: item, revision: undefined } : item;
          try {
            const alone = { ...call, context: { meta, sees } };
            const { position } = await decide(alone, command, id, revision);
            if (command === refuseObservation) forgotten = Math.max(forgotten, position);
            done += 1;
          } catch (error) {
            if (!(error instanceof Rejection)) throw error;
            failed.push({ id, error: error.message });
          }
        }
        return done;
      };
      const accepted = await decideAll(accept, acceptObservation);
      const refused = await decideAll(refuse, refuseObservation);
      const isWiped = forgotten === 0 || (await waitForWipe(call, forgotten));
      return { accepted, refused, failed, ...(!isWiped && { pending: true as const }) };
    },
  }),
  post('/api/v1/observations/{id}/accept', 'acceptObservation', {
    summary: 'Accept a proposed observation',
    description:
      'From now on it counts. One that is accepted already is no change; one with `suspect` is refused (409).',
    params: ObservationParam,
    query: z.strictObject({ revision: RevisionParam }),
    answers: changed('The observation as accepted.', Observation, EXAMPLES.observation),
    errors: ['not_found', 'forbidden', 'conflict'],
    async handle(call) {
      const { params, query } = call;
      const { id, state } = await decide(call, acceptObservation, params.id, query.revision);
      return changedNote(call.vault, call.sees, id, state);
    },
  }),
  post('/api/v1/observations/{id}/refuse', 'refuseObservation', {
    scope: 'forget',
    summary: 'Refuse a proposed observation',
    description: 'It is forgotten, as a DELETE forgets it. One that is accepted is left (409).',
    params: ObservationParam,
    query: z.strictObject({ revision: RevisionParam }),
    withoutKey: true,
    ...FORGETS,
    errors: ['not_found', 'forbidden', 'conflict'],
    async handle(call) {
      const { params, query } = call;
      const { position } = await decide(call, refuseObservation, params.id, query.revision);
      return answerForgotten(call, position);
    },
  }),
]);
