import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import {
  EndSession,
  endSession,
  forgetSession,
  StartSession,
  startSession,
} from '../../commands/sessions.js';
import { forgetTold, RecordTold, recordTold } from '../../commands/told.js';
import { EVERYTHING, shownTeam, type Visibility } from '../../domain/caller.js';
import { Name, optional } from '../../domain/fields.js';
import { Ulid } from '../../domain/ids.js';
import { Rejection } from '../../domain/rejection.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import type { SessionRecord } from '../../events/session.js';
import {
  EndedSession,
  getSession,
  listSessions,
  observationsIn,
  Session,
} from '../../queries/sessions.js';
import { getTold, MOST_SHOWN, Told } from '../../queries/told.js';
import { answerForgotten, FORGETS } from '../answers/forgetAnswers.js';
import { changed, ok } from '../answers/successAnswers.js';
import { ofTeam, ownTeamIn, restrictedAuthor } from '../door/walls.js';
import { EXAMPLES } from '../openapi/examples.js';
import { CursorParam, idParam, limit, NEXT_PAGE, nextPage, whole } from '../request/parameters.js';
import { del, get, group, post, put } from '../route.js';

/** What `client_ref` finds may hold observations, which read models count. */
const StartedSession = EndedSession.and(
  z.object({
    existing: z.literal(true).optional().meta({
      description: 'The session existed already; its `client_ref` found it.',
    }),
  }),
).meta({ id: 'StartedSession' });

export const sessionRoutes = group({ tag: 'sessions' }, [
  post('/api/v1/sessions', 'startSession', {
    summary: 'Start a work session',
    description: 'Observations can be saved in it.',
    body: StartSession,
    example: EXAMPLES.startSession,
    answers: changed('The session.', StartedSession, EXAMPLES.session),
    errors: ['forbidden'],
    async handle({ vault, body, caller, sees, ownTeam, context, execute }) {
      const author = restrictedAuthor(caller, vault.config);
      const started = { ...ofTeam(body, caller, vault.config), author };
      const team = ownTeamIn(body.project, { sees, ownTeam });
      const { person, projects } = sees;
      const { state, appended, version } = await execute(startSession, started, {
        ...context,
        sees:
          team === undefined
            ? { ...EVERYTHING, projects }
            : { kind: 'team', team, savers: true, person, projects },
      });
      const answered = sessionOf(state);
      // A retry gets the first answer again, whatever was saved to the session since.
      if (appended && version === 1) return { ...answered, observations_total: 0 };
      const observations_total = await countNow(vault, sees, answered.id);
      return { ...answered, observations_total, existing: true };
    },
  }),
  put('/api/v1/sessions/{id}', 'endSession', {
    summary: 'End a work session with a summary',
    description: 'Ending it again with the same summary changes nothing.',
    params: idParam('session'),
    body: EndSession,
    example: { summary: 'Payments retry with one key per order.' },
    answers: changed('The session.', EndedSession, EXAMPLES.endedSession),
    errors: ['not_found', 'forbidden', 'session_ended'],
    async handle({ vault, params: { id }, body, caller, sees, execute }) {
      const author = restrictedAuthor(caller, vault.config);
      const { state } = await execute(endSession, { ...body, id, author });
      return { ...sessionOf(state), observations_total: await countIn(vault, sees, id) };
    },
  }),
  post('/api/v1/sessions/{id}/told', 'recordTold', {
    summary: 'Record what an agent was told in a session',
    description:
      'At one moment: the ids of notes with their revisions, and the tokens of all of it. Who started the session may record it.',
    params: idParam('session'),
    body: RecordTold,
    example: EXAMPLES.recordTold,
    answers: changed('Recorded.', z.object({ id: Ulid }), {
      id: EXAMPLES.session.id,
    }),
    errors: ['not_found', 'forbidden'],
    async handle({ vault, params: { id: session_id }, body, caller, execute }) {
      await execute(recordTold, {
        told: body,
        session_id,
        author: restrictedAuthor(caller, vault.config),
      });
      return { id: session_id };
    },
  }),
  get('/api/v1/sessions/{id}/told', 'getTold', {
    summary: 'List what agents were told in a session, oldest first',
    params: idParam('session'),
    query: z.strictObject({ limit: limit(MOST_SHOWN, MOST_SHOWN), cursor: CursorParam }),
    answers: ok('What the agent was told.', Told, EXAMPLES.told, NEXT_PAGE),
    errors: ['not_found'],
    async handle({ vault, params: { id: session_id }, query, sees, request, reply }) {
      const { limit, cursor: after } = query;
      const { told, next } = await getTold(vault, sees, { session_id, limit, after });
      if (next) reply.header('link', nextPage(request.originalUrl, next));
      return { told };
    },
  }),
  del('/api/v1/sessions/{id}', 'forgetSession', {
    scope: 'forget',
    summary: 'Forget a work session',
    description:
      'Erases it for good: project, team, country, agent, goal and summary. Its observations stay, with its ' +
      'id.',
    params: idParam('session'),
    ...FORGETS,
    errors: ['not_found', 'forbidden'],
    async handle({ vault, upkeep, params, caller, execute, request, reply }) {
      const forgotten = { ...params, author: restrictedAuthor(caller, vault.config) };
      // First, so that a retry after a crash finds the session.
      await execute(forgetTold, { key: params.id, author: forgotten.author });
      const { position } = await execute(forgetSession, forgotten);
      // What was recorded between the two. Nothing is recorded of a session that is forgotten.
      await execute(forgetTold, { key: params.id, author: forgotten.author });
      return answerForgotten({ vault, upkeep, request, reply }, position);
    },
  }),
  get('/api/v1/sessions/all', 'listSessions', {
    summary: 'List work sessions, newest first',
    description: '`limit` and `before` read them page by page.',
    query: z.strictObject({
      limit: optional(whole(1, 100_000)).meta({
        description: 'By default all.',
      }),
      project: optional(Name).meta({ description: 'Only sessions of this project.' }),
      state: optional(EndedSession.shape.state).meta({
        description: 'Only sessions in this state.',
      }),
      filled: optional(z.literal('true')).meta({
        description: 'Only sessions with a goal, a summary or a note.',
      }),
      before: optional(Ulid).meta({
        description: 'Only sessions that started before the session with this id.',
      }),
    }),
    answers: ok('The sessions.', z.array(Session), [EXAMPLES.endedSession]),
    handle: ({ vault, query, sees }) => listSessions(vault, sees, query),
  }),
  get('/api/v1/sessions/{id}', 'getSession', {
    summary: 'Get a work session',
    params: idParam('session'),
    answers: ok('The session.', Session, EXAMPLES.endedSession),
    errors: ['not_found'],
    handle: ({ vault, params: { id }, sees }) => getSession(vault, sees, id),
  }),
]);

/** The number of observations in a session. The session is ended, whether they can be counted now or not. */
async function countIn(
  { readModels }: Vault,
  sees: Visibility,
  id: string,
): Promise<number | undefined> {
  try {
    return observationsIn(await readModels.current('observations'), sees, id);
  } catch (error) {
    if (error instanceof Rejection && error.code === 'not_ready') return undefined;
    throw error;
  }
}

/** The same, but undefined rather than waiting for the read models: agents call this whenever they start. */
async function countNow(vault: Vault, sees: Visibility, id: string): Promise<number | undefined> {
  return vault.readModels.isBehind('observations') ? undefined : countIn(vault, sees, id);
}

/** A session from the log, which is right even where read models are behind. */
function sessionOf(fold: SessionRecord): EndedSession {
  if (!fold) throw new Error('the session cannot be read back from the log');
  const { redactions: _, at: _at, ...started } = fold.started;
  return {
    ...started,
    team: shownTeam(started.team),
    session_id: started.id,
    state: fold.state,
    started_at: formatTime(toSeconds(fold.started_at)),
    ended_at: fold.ended_at === undefined ? null : formatTime(toSeconds(fold.ended_at)),
    summary: fold.summary ?? null,
  };
}
