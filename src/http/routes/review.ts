import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import { GiveVerdict, giveVerdict } from '../../commands/told.js';
import { partsOfActor } from '../../domain/actor.js';
import { actorOf, type Caller, type Visibility } from '../../domain/caller.js';
import { sharedRef } from '../../domain/clientRef.js';
import { Name, optional } from '../../domain/fields.js';
import { Verdicts } from '../../domain/observation.js';
import { toSeconds } from '../../domain/time.js';
import type { VerdictCounts } from '../../domain/told.js';
import { wallKey } from '../../events/recorded.js';
import { voiceKey } from '../../events/told.js';
import { fullId } from '../../queries/getObservation.js';
import { linksOf } from '../../queries/observationOf.js';
import { getReview, ReviewedNote } from '../../queries/review.js';
import { getSession } from '../../queries/sessions.js';
import { NOW, shownFrom } from '../../queries/visible.js';
import { changed, ok } from '../answers/successAnswers.js';
import { restrictedAuthor, walledMember } from '../door/walls.js';
import { EXAMPLES } from '../openapi/examples.js';
import {
  ContentLimitParam,
  CursorParam,
  limit,
  NEXT_PAGE,
  nextPage,
  ObservationParam,
  slicesWithContentLimit,
} from '../request/parameters.js';
import { get, group, post } from '../route.js';

/** What an answer says where no voice counts. */
const NO_VERDICTS: VerdictCounts = { helped: 0, outdated: 0, wrong: 0 };

/** What somebody found of notes, and which notes somebody should look at again. */
export const reviewRoutes = group({ tag: 'observations' }, [
  post('/api/v1/observations/{id}/verdict', 'giveVerdict', {
    summary: 'Say whether an observation was of use',
    description:
      'One voice for each session of an agent, for each caller outside of sessions, and for each member behind walls: its last ' +
      'verdict counts, and the same one again changes nothing. A revision begins without verdicts.',
    params: ObservationParam,
    body: GiveVerdict,
    example: { verdict: 'outdated' },
    answers: changed('The verdicts on it.', Verdicts, { helped: 2, outdated: 1, wrong: 0 }),
    errors: ['not_found', 'conflict'],
    async handle({ vault, params, body, caller, sees, ownTeam, context, execute }) {
      const id = await fullId(vault.readModels, sees, params.id);
      const voice = await voiceOf(vault, { caller, sees, session_id: body.session_id });
      const author = restrictedAuthor(caller, vault.config);
      await execute(
        giveVerdict,
        { ...body, id, voice, wall_key: wallKey(ownTeam), author },
        { ...context, sees },
      );
      const views = await vault.readModels.current(...shownFrom(sees));
      return linksOf(views, id, { sees, as_of: NOW }).verdicts ?? NO_VERDICTS;
    },
  }),
  get('/api/v1/review', 'getReview', {
    summary: 'List observations that somebody should look at again',
    description:
      'Those that are due, that a newer one contradicts, or that are often wrong: several voices found them outdated or wrong, and ' +
      'more than they have helped. Revise them, or supersede them; give one that is due a later time, and say that one helped that ' +
      'is contradicted and holds all the same. The newest first.',
    query: z.strictObject({
      project: optional(Name).meta({ description: 'By default all.' }),
      limit: limit(100, 50),
      cursor: CursorParam,
      content_limit: ContentLimitParam,
    }),
    answers: ok(
      'The observations, and why.',
      z.array(ReviewedNote),
      [{ ...EXAMPLES.observation, reasons: ['often_wrong'] }],
      NEXT_PAGE,
    ),
    async handle({ vault, query, sees, request, reply }) {
      const { content_limit, cursor: after, project, limit } = query;
      const views = () => vault.readModels.current(...shownFrom(sees));
      const asked = { project, after, limit, at: toSeconds(vault.clock()) };
      const { notes, next } = await getReview(views, sees, asked);
      if (next) reply.header('link', nextPage(request.originalUrl, next));
      return slicesWithContentLimit(notes, content_limit);
    },
  }),
]);

interface Judge {
  readonly caller: Caller;
  readonly sees: Visibility;
  readonly session_id: string | undefined;
}

/**
 * Whose word a verdict is. A member behind walls has one voice, whatever sessions it names. Elsewhere, it is that of the session,
 * and all sessions of one agent that follow each other have one.
 */
async function voiceOf(vault: Vault, { caller, sees, session_id }: Judge): Promise<string> {
  if (session_id === undefined || walledMember(caller, vault.config))
    return voiceKey(partsOfActor(actorOf(caller)).holder);
  const { client_ref } = await getSession(vault, sees, session_id);
  return voiceKey(client_ref === undefined ? session_id : sharedRef(client_ref));
}
