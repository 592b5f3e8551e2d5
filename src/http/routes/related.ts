import { z } from 'zod';
import type { App } from '../../app/app.js';
import type { Observation } from '../../domain/observation.js';
import type { Visibility } from '../../domain/visibility.js';
import { fullId } from '../../queries/fullId.js';
import { getObservation } from '../../queries/getObservation.js';
import { NearDuplicate, nearDuplicates } from '../../queries/related/nearDuplicates.js';
import { RelatedObservation, relatedNotes } from '../../queries/related/relatedNotes.js';
import { shownFrom } from '../../queries/visible.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { ContentLimitParam, withContentLimit } from '../request/contentLimit.js';
import { limit, ObservationParam } from '../request/parameters.js';
import { type Route, route } from '../route.js';

const LIKE_IT = {
  method: 'GET',
  tag: 'observations',
  params: ObservationParam,
  query: z.strictObject({ limit: limit(50, 10), content_limit: ContentLimitParam }),
  errors: ['not_found', 'conflict'],
} as const;

const relatedRoute = route({
  ...LIKE_IT,
  path: '/api/v1/observations/{id}/related',
  operationId: 'getRelated',
  summary: 'Get related observations',
  description:
    'Those of the same session, with the same tags or with the same rare words, the highest score first.',
  answers: ok('The related ones.', z.array(RelatedObservation), [
    { ...EXAMPLES.observation, reasons: ['tags', 'words'], score: 0.7 },
  ]),
  async handle({ app, params, query, sees }) {
    const note = await noteOf(app, sees, params.id);
    const views = await app.readModels.current(...shownFrom(sees));
    return withContentLimit(relatedNotes(views, sees, note, query.limit), query.content_limit);
  },
});

const duplicatesRoute = route({
  ...LIKE_IT,
  path: '/api/v1/observations/{id}/duplicates',
  operationId: 'getNearDuplicates',
  summary: 'Get near-duplicates of an observation',
  description:
    'Those of the same project that have most of their words in common with it, the most similar first.',
  answers: ok('The near-duplicates.', z.array(NearDuplicate), [
    { ...EXAMPLES.observation, similarity: 0.8 },
  ]),
  async handle({ app, params, query, sees }) {
    const note = await noteOf(app, sees, params.id);
    const views = await app.readModels.current(...shownFrom(sees));
    return withContentLimit(nearDuplicates(views, sees, note, query.limit), query.content_limit);
  },
});

async function noteOf(app: App, sees: Visibility, idOrEnd: string): Promise<Observation> {
  return getObservation(app, sees, await fullId(app.readModels, sees, idOrEnd));
}

export const relatedRoutes: readonly Route[] = [relatedRoute, duplicatesRoute];
