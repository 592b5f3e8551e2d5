import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import type { Visibility } from '../../domain/caller.js';
import { Name, optional, TimeParam } from '../../domain/fields.js';
import { Rejection } from '../../domain/rejection.js';
import {
  CHANGES,
  Change,
  ChangeCounts,
  type Compared,
  countChanges,
  listChanges,
} from '../../queries/changes.js';
import { shownFrom } from '../../queries/visible.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import {
  asOf,
  ContentLimitParam,
  CursorParam,
  limit,
  NEXT_PAGE,
  nextPage,
  withContentLimit,
} from '../request/parameters.js';
import { get, group } from '../route.js';

/** What is compared. */
const BETWEEN = {
  from: TimeParam.meta({
    description: 'The first moment: what was recorded at it counts as before.',
  }),
  to: optional(TimeParam).meta({ description: 'The second one. By default now.' }),
  project: optional(Name).meta({
    description:
      'By default all. Forgotten ones are always there: of which project they were, nobody knows any more.',
  }),
};

/** The two moments as positions of the log. Throws `invalid_parameter` where the first is the later one. */
async function compared(
  vault: Vault,
  sees: Visibility,
  { from, to = vault.clock(), project }: z.output<z.ZodObject<typeof BETWEEN>>,
): Promise<Compared> {
  if (from > to)
    throw new Rejection('invalid_parameter', 'from: must not be after to, which is now by default');
  // What is to come has not happened yet.
  const end = Math.min(to, vault.clock());
  const moments = [await asOf(vault, { at: from }), await asOf(vault, { at: end })] as const;
  return { sees, project, from: moments[0], to: moments[1] };
}

/** What the routes read. */
const readBy = ({ log, readModels }: Vault, sees: Visibility) => ({
  log,
  views: () => readModels.current(...shownFrom(sees)),
});

/** What became of notes between two moments. */
export const changesRoutes = group({ tag: 'observations' }, [
  get('/api/v1/changes', 'listChanges', {
    summary: 'List what became of observations between two moments',
    description:
      'Those that were `added`, `changed` or `superseded`, that `expired` (past `valid_until`), or that were `forgotten`, of which ' +
      'only the id is known; the latest first. By when it was recorded: an import counts on its day.',
    query: z.strictObject({
      ...BETWEEN,
      kind: z.enum(CHANGES).meta({ description: 'One of them.' }),
      limit: limit(100, 50),
      cursor: CursorParam,
      content_limit: ContentLimitParam,
    }),
    answers: ok(
      'The changes.',
      z.array(Change),
      [{ id: EXAMPLES.observation.id, at: '2026-11-20T09:30:00Z', note: EXAMPLES.observation }],
      NEXT_PAGE,
    ),
    async handle({ vault, query, sees, request, reply }) {
      const { kind, limit, cursor: after, content_limit, ...between } = query;
      const found = await compared(vault, sees, between);
      const { changes, next } = await listChanges(readBy(vault, sees), kind, found, {
        after,
        limit,
      });
      if (next) reply.header('link', nextPage(request.originalUrl, next));
      return shortened(changes, content_limit);
    },
  }),
  get('/api/v1/changes/counts', 'countChanges', {
    summary: 'Count what became of observations between two moments',
    query: z.strictObject(BETWEEN),
    answers: ok('How many of each kind `GET /api/v1/changes` lists.', ChangeCounts, {
      added: 12,
      changed: 3,
      superseded: 1,
      expired: 0,
      forgotten: 2,
    }),
    handle: async ({ vault, query, sees }) =>
      countChanges(readBy(vault, sees), await compared(vault, sees, query)),
  }),
]);

/** Changes with at most `most` code points of each content. */
async function* shortened(
  slices: Awaited<ReturnType<typeof listChanges>>['changes'],
  most: number | undefined,
): typeof slices {
  for await (const slice of slices) {
    yield slice.map(({ note, before, ...change }) => ({
      ...change,
      ...(note && { note: withContentLimit([note], most)[0] }),
      ...(before && { before: withContentLimit([before], most)[0] }),
    }));
  }
}
