import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import {
  forgetObservation,
  ReviseObservation,
  reviseObservation,
  setPin,
} from '../../commands/observations.js';
import { partsOfActor, viaToken } from '../../domain/actor.js';
import { actorOf, type Caller, type Visibility } from '../../domain/caller.js';
import { Observation } from '../../domain/observation.js';
import { Rejection } from '../../domain/rejection.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import type { ObservationState } from '../../events/observation.js';
import { fullId, getHistory, getObservation } from '../../queries/getObservation.js';
import {
  isSaverShown,
  linksOf,
  saverOf,
  toObservation,
  validityIn,
} from '../../queries/observationOf.js';
import {
  NearDuplicate,
  nearDuplicates,
  RelatedObservation,
  relatedNotes,
} from '../../queries/related.js';
import { SupersedableObservation, supersedableBy } from '../../queries/supersedable.js';
import { NOW, nowAt, shownFrom } from '../../queries/visible.js';
import { answerForgotten, FORGETS } from '../answers/forgetAnswers.js';
import { changed, noContent, ok } from '../answers/successAnswers.js';
import { currentTeams } from '../door/teams.js';
import { restrictedAuthor } from '../door/walls.js';
import { EXAMPLES } from '../openapi/examples.js';
import {
  AsOfParam,
  asOf,
  ContentLimitParam,
  limit,
  ObservationParam,
  withContentLimit,
} from '../request/parameters.js';
import { type Call, del, get, group, patch, put } from '../route.js';

/** The links and the pin of a note. It is revised, whether they can be read now or not. */
async function linksNow({ readModels }: Vault, sees: Visibility, id: string) {
  try {
    return linksOf(await readModels.current('observations'), id, { sees, as_of: NOW });
  } catch (error) {
    if (error instanceof Rejection && error.code === 'not_ready') return {};
    throw error;
  }
}

/** As answers show who saved something: `saverOf`, or the actor where the read models cannot tell more. */
async function shownSaver(
  vault: Vault,
  sees: Visibility,
  actor: string,
): Promise<string | undefined> {
  if (!isSaverShown(sees, actor)) return undefined;
  try {
    return saverOf(await currentTeams(vault), actor);
  } catch (error) {
    if (error instanceof Rejection && error.code === 'not_ready') return actor;
    throw error;
  }
}

/** The same for the caller itself. */
export function callerAsSaver(caller: Caller, sees: Visibility): string | undefined {
  if (!isSaverShown(sees, actorOf(caller))) return undefined;
  const holder = caller.kind === 'member' ? caller.email : partsOfActor(actorOf(caller)).holder;
  return caller.token ? viaToken(holder, caller.token.name) : holder;
}

/** A note after a change, from the log: what the read models add is left out while they cannot be read. */
export async function changedNote(
  vault: Vault,
  sees: Visibility,
  id: string,
  state: ObservationState,
): Promise<Observation> {
  if (state?.status !== 'kept')
    throw new Error('the changed observation cannot be read back from the log');
  const { note, revision, revised_at } = state;
  const saver = await shownSaver(vault, sees, state.saved_by);
  return {
    ...toObservation(state, saver),
    validity: validityIn(state, toSeconds(vault.clock())),
    ...(await linksNow(vault, sees, id)),
    // Of what is proposed, no link says it.
    ...(note.state !== undefined && { supersedes: note.supersedes ?? undefined }),
    revision,
    updated_at: formatTime(toSeconds(revised_at)),
  };
}

/**
 * A note with the whole id of the one whose place it takes. Rejects with `not_found` and `conflict` as `fullId`; whether
 * there is one with a whole id, the command says.
 */
export async function withSupersededId<
  N extends { readonly supersedes?: string | null | undefined },
>({ readModels }: Pick<Vault, 'readModels'>, sees: Visibility, note: N): Promise<N> {
  if (typeof note.supersedes !== 'string') return note;
  try {
    return { ...note, supersedes: await fullId(readModels, sees, note.supersedes) };
  } catch (error) {
    if (!(error instanceof Rejection) || error.code === 'not_ready') throw error;
    const path = '/supersedes';
    throw new Rejection(error.code, `supersedes: ${error.message}`, [
      { path, message: error.message },
    ]);
  }
}

const PIN = {
  params: ObservationParam,
  errors: ['not_found', 'forbidden', 'conflict'],
} as const;

type PinCall = Call<{ id: string }, unknown, unknown>;

async function setTo(pinned: boolean, { vault, params, caller, sees, execute }: PinCall) {
  const id = await fullId(vault.readModels, sees, params.id);
  await execute(setPin, { id, pinned, author: restrictedAuthor(caller, vault.config) });
}

const LIKE_IT = {
  params: ObservationParam,
  query: z.strictObject({ limit: limit(50, 10), content_limit: ContentLimitParam }),
  errors: ['not_found', 'conflict'],
} as const;

export const observationRoutes = group({ tag: 'observations' }, [
  get('/api/v1/observations/{id}', 'getObservation', {
    summary: 'Get an observation by its id',
    params: ObservationParam,
    query: z.strictObject({ as_of: AsOfParam }),
    answers: ok('The observation.', Observation, EXAMPLES.observation),
    errors: ['not_found', 'conflict'],
    async handle({ vault, params, query, sees }) {
      const instant = await asOf(vault, query.as_of);
      const id = await fullId(vault.readModels, sees, params.id, instant.as_of);
      return getObservation(vault, sees, id, instant);
    },
  }),
  patch('/api/v1/observations/{id}', 'reviseObservation', {
    summary: 'Revise an observation',
    description:
      'Stores the next revision; fields that are not given stay. Reads show the newest one, the history all. A ' +
      'revision that changes nothing is not recorded.',
    params: ObservationParam,
    body: ReviseObservation,
    example: { title: 'Retry every payment with one key' },
    answers: changed('The observation as revised.', Observation, {
      ...EXAMPLES.observation,
      revision: 2,
      updated_at: '2026-11-20T09:45:00Z',
    }),
    errors: ['not_found', 'forbidden', 'conflict'],
    async handle({ vault, params, body, caller, sees, execute }) {
      const id = await fullId(vault.readModels, sees, params.id);
      const change = await withSupersededId(vault, sees, body);
      const revised = { id, ...change, author: restrictedAuthor(caller, vault.config) };
      const { state } = await execute(reviseObservation, revised);
      return changedNote(vault, sees, id, state);
    },
  }),
  del('/api/v1/observations/{id}', 'forgetObservation', {
    scope: 'forget',
    summary: 'Forget an observation',
    description:
      'Erases it and all its revisions for good. Reads then answer 404, and no file of the vault holds its ' +
      'text. The log still verifies.',
    params: ObservationParam,
    ...FORGETS,
    errors: ['not_found', 'forbidden', 'conflict'],
    async handle({ vault, upkeep, params, caller, sees, execute, request, reply }) {
      const id = await fullId(vault.readModels, sees, params.id);
      const forgotten = { id, author: restrictedAuthor(caller, vault.config) };
      const { position } = await execute(forgetObservation, forgotten);
      return answerForgotten({ vault, upkeep, request, reply }, position);
    },
  }),
  get('/api/v1/observations/{id}/history', 'getObservationHistory', {
    summary: 'List all revisions of an observation, oldest first',
    params: ObservationParam,
    answers: ok('The revisions.', z.array(Observation), [
      { ...EXAMPLES.observation, revision: 1, updated_at: EXAMPLES.observation.created_at },
    ]),
    errors: ['not_found', 'conflict'],
    async handle({ vault, params, sees }) {
      return getHistory(vault, sees, await fullId(vault.readModels, sees, params.id));
    },
  }),
  put('/api/v1/observations/{id}/pin', 'pinObservation', {
    ...PIN,
    summary: 'Pin an observation',
    description:
      'Puts it first in the context of its project. Who may revise it may pin it; pinning it again changes nothing.',
    answers: noContent('Pinned.'),
    handle: (call) => setTo(true, call),
  }),
  del('/api/v1/observations/{id}/pin', 'unpinObservation', {
    ...PIN,
    summary: 'Unpin an observation, if it is pinned',
    answers: noContent('Not pinned.'),
    handle: (call) => setTo(false, call),
  }),
  get('/api/v1/observations/{id}/related', 'getRelated', {
    ...LIKE_IT,
    summary: 'Get related observations',
    description:
      'Those of the same session, with the same tags or with the same rare words, the highest score first.',
    answers: ok('The related ones.', z.array(RelatedObservation), [
      { ...EXAMPLES.observation, reasons: ['tags', 'words'], score: 0.7 },
    ]),
    async handle({ vault, params, query, sees }) {
      const note = await noteOf(vault, sees, params.id);
      const views = await vault.readModels.current(...shownFrom(sees));
      return withContentLimit(
        relatedNotes(views, sees, note, askedNow(vault, query.limit)),
        query.content_limit,
      );
    },
  }),
  get('/api/v1/observations/{id}/duplicates', 'getNearDuplicates', {
    ...LIKE_IT,
    summary: 'Get near-duplicates of an observation',
    description:
      'Those of the same project that have most of their words in common with it, the most similar first.',
    answers: ok('The near-duplicates.', z.array(NearDuplicate), [
      { ...EXAMPLES.observation, similarity: 0.8 },
    ]),
    async handle({ vault, params, query, sees }) {
      const note = await noteOf(vault, sees, params.id);
      const views = await vault.readModels.current(...shownFrom(sees));
      return withContentLimit(
        nearDuplicates(views, sees, note, askedNow(vault, query.limit)),
        query.content_limit,
      );
    },
  }),
  get('/api/v1/observations/{id}/supersedable', 'getSupersedable', {
    ...LIKE_IT,
    summary: 'Get observations that an observation may contradict or replace',
    description:
      'Those of the same project that say about the same with another number, with or without a negation or in other words, and ' +
      'those about the same place in a file. `PATCH` it with `supersedes` to say that it takes the place of one.',
    query: LIKE_IT.query.extend({ limit: limit(50, 3) }),
    answers: ok('The observations, and why.', z.array(SupersedableObservation), [
      { ...EXAMPLES.observation, reasons: ['number', 'words'] },
    ]),
    async handle({ vault, params, query, sees }) {
      const note = await noteOf(vault, sees, params.id);
      const views = await vault.readModels.current(...shownFrom(sees));
      const found = supersedableBy(views, sees, note, askedNow(vault, query.limit));
      return withContentLimit(found, query.content_limit);
    },
  }),
]);

const askedNow = ({ clock }: Vault, limit: number) => ({ limit, at: toSeconds(clock()) });

async function noteOf(vault: Vault, sees: Visibility, idOrEnd: string): Promise<Observation> {
  const id = await fullId(vault.readModels, sees, idOrEnd);
  return getObservation(vault, sees, id, nowAt(vault.clock()));
}
