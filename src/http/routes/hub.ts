import { z } from 'zod';
import { IssueHiveKey, issueHiveKey, revokeHiveKey } from '../../commands/hive.js';
import { EVERYTHING } from '../../domain/caller.js';
import { OutTime, optional } from '../../domain/fields.js';
import { Instance } from '../../domain/hiveNames.js';
import { Ulid } from '../../domain/ids.js';
import { Rejection } from '../../domain/rejection.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { tokenHash } from '../../domain/token.js';
import { currentMembers, type HiveMember } from '../../events/hive.js';
import { MOST_HIVE_HITS } from '../../hive/cloudSearch.js';
import { formatMemberKey, namesKeyOf } from '../../hive/hiveKey.js';
import { actorOfSender, admitOrigin, receiveBatch, searchReceived } from '../../hive/hub.js';
import { BATCH_LIMITS, HiveBatch, HiveHits, HiveReceipt, instanceOf } from '../../hive/wire.js';
import { hasReceivedFrom } from '../../queries/hasReceivedFrom.js';
import { nowAt } from '../../queries/visible.js';
import { answerForgotten, FORGETS } from '../answers/forgetAnswers.js';
import { created, ok } from '../answers/successAnswers.js';
import { membersFromLog, senderOf } from '../door/hubAccess.js';
import { EXAMPLES } from '../openapi/examples.js';
import {
  FILTER_PARAMS,
  limit,
  pathId,
  refuseBlank,
  SearchWords,
  SnippetParam,
} from '../request/parameters.js';
import { type Call, del, get, group, post } from '../route.js';

/** How long an instance waits for the wiping of what it asked the hub to forget, in ms: it has no use for `pending`. */
const WIPE_WAIT_MS = 2000;

const INSTANCE = '9f86d081884c7d659a2feaa0c55ad015';

const Member = z
  .object({
    id: Ulid,
    name: z.string(),
    created_at: OutTime,
    origin: Instance.nullable().meta({
      description: 'The vault that the key is bound to; null until it pushes for the first time.',
    }),
  })
  .meta({ id: 'HiveMember' });

const EXAMPLE = {
  id: EXAMPLES.observation.id,
  name: 'ada-laptop',
  created_at: EXAMPLES.observation.created_at,
  origin: null,
};

/**
 * What the members hash names with: as with the key that they share or shared, so that they find each other. Without one it
 * comes from `token.secret`, and so is not in the log.
 */
function namesKey({ vault, access }: Pick<Call, 'vault' | 'access'>): string {
  const { hiveIngestKey } = vault.config;
  return hiveIngestKey === undefined
    ? access.newToken(['hive names'], '')
    : namesKeyOf(hiveIngestKey);
}

export const hubRoutes = group({ tag: 'hive' }, [
  post('/admin/hive/members', 'issueHiveKey', {
    audience: 'admin',
    summary: 'Issue a key to a member of the hive',
    description:
      'Makes this vault a hub. The key is for one vault, which sets VAULT_HIVE_KEY to it. Only this answer shows it: ' +
      'the hub keeps a hash.',
    body: IssueHiveKey,
    example: { name: EXAMPLE.name },
    answers: created(
      'The member and its key.',
      Member.and(
        z.object({
          key: z.string().meta({ description: '`mvh_<id>_<secret>_<names>`, 160 characters.' }),
        }),
      ).meta({ id: 'IssuedHiveKey' }),
      { ...EXAMPLE, key: `mvh_${EXAMPLE.id}_${EXAMPLES.token}_${EXAMPLES.token}` },
    ),
    errors: ['conflict'],
    async handle({ vault, access, body, context, execute }) {
      if (body.origin !== undefined && body.origin === (await instanceOf(vault.log))) {
        throw new Rejection('conflict', 'origin: is this vault itself');
      }
      const { name, origin = '' } = body;
      const secret = access.newToken(['hive key', name, origin], context.idempotencyKey);
      const names = namesKey({ vault, access });
      const hashes = { key_hash: tokenHash(secret), names_hash: tokenHash(names) };
      const { state } = await execute(issueHiveKey, { ...body, ...hashes });
      const member = currentMembers(state).at(-1);
      if (!member) throw new Error('the issued key cannot be read back from the log');
      return { ...shown(member), key: formatMemberKey({ id: member.id, secret, names }) };
    },
  }),
  get('/admin/hive/members', 'listHiveMembers', {
    audience: 'admin',
    summary: 'List the members of the hive, oldest first',
    description: 'Those whose keys are in force, without the keys.',
    answers: ok('The members.', z.array(Member), [EXAMPLE]),
    handle: async ({ vault }) => currentMembers(await membersFromLog(vault)).map(shown),
  }),
  del('/admin/hive/members/{id}', 'revokeHiveKey', {
    audience: 'admin',
    summary: 'Revoke the key of a member',
    description:
      'Requests with the key are refused (401) from now on. What was received with it stays; only a key for its `origin` ' +
      'can push for its vault. The name of the member is forgotten.',
    params: z.object({ id: pathId('member') }),
    ...FORGETS,
    errors: ['not_found'],
    async handle({ vault, upkeep, params: { id }, execute, request, reply }) {
      const { position } = await execute(revokeHiveKey, { id });
      return answerForgotten({ vault, upkeep, request, reply }, position);
    },
  }),
  get('/v1/health', 'getHubHealth', {
    audience: 'hub',
    summary: 'Check that this instance is a hub',
    description: 'For vaults that use this one as their hub.',
    answers: ok('It is a hub, and the key is right.', z.object({ status: z.literal('ok') }), {
      status: 'ok',
    }),
    handle: () => ({ status: 'ok' }),
  }),
  post('/v1/observations/batch', 'pushObservations', {
    audience: 'hub',
    summary: 'Receive observations of another vault',
    description:
      'Stores, revises or forgets what another vault pushes. A batch sent twice, in parts or in another order ' +
      'has the same result. The body may be gzip, up to 8 MiB unpacked. A bad item does not stop the others. ' +
      'The key of a member is bound to the first origin that it pushes for and refused for every other.',
    body: HiveBatch,
    example: {
      origin: INSTANCE,
      events: [
        {
          event: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E1',
          id: EXAMPLES.observation.id,
          at: 1_795_167_000_000,
          position: 7,
          note: {
            type: 'decision',
            title: EXAMPLES.save.title,
            content: EXAMPLES.save.content,
            tags: EXAMPLES.save.tags,
            created_at: EXAMPLES.observation.created_at,
          },
        },
      ],
    },
    bodyLimit: BATCH_LIMITS.bytes,
    answers: ok('The outcome of each item.', HiveReceipt, {
      accepted: 1,
      skipped: [],
      rejected: [],
    }),
    errors: ['conflict', 'forbidden'],
    async handle({ vault, upkeep, body, context, request }) {
      if (body.origin === (await instanceOf(vault.log))) {
        throw new Rejection(
          'conflict',
          'origin: is this vault itself: set VAULT_HIVE_URL to another instance',
        );
      }
      // Again, because the body may have taken its time.
      const sender = await senderOf(vault, request);
      const meta = { ...context.meta, actor: actorOfSender(sender) };
      const gate = {
        executor: vault.executor,
        hasReceivedFrom: (origin: string) => hasReceivedFrom(vault, origin),
      };
      await admitOrigin(gate, sender, body.origin, meta);
      // The same key of another member is another key. A header cannot hold a line break.
      const key = context.idempotencyKey && `${meta.actor}\n${context.idempotencyKey}`;
      const from = { ...context, meta, idempotencyKey: key };
      const { receipt, erased } = await receiveBatch(
        vault.executor,
        body.origin,
        body.events,
        from,
      );
      if (erased > 0) await upkeep.wiper.wipe(erased, WIPE_WAIT_MS, vault.stopping);
      return receipt;
    },
  }),
  get('/v1/search', 'searchHub', {
    audience: 'hub',
    summary: 'Search observations of other vaults',
    description:
      'Searches like `GET /api/v1/search`, but only what this hub received. Project, team and author are compared with ' +
      'the names as they were sent: hashes, unless VAULT_HIVE_NAMES=1.',
    query: z.strictObject({
      q: SearchWords,
      exclude_origin: optional(Instance).meta({
        description: 'Leave out the observations that came from this vault.',
      }),
      ...FILTER_PARAMS,
      limit: limit(MOST_HIVE_HITS, 20),
      snippet: SnippetParam,
    }),
    answers: ok('The hits, best first.', HiveHits, [
      {
        ...EXAMPLES.observation,
        project: 'hive-0c1d2e3f405162738495a6b7c8d9eafb',
        author: undefined,
        origin: { instance: INSTANCE, id: EXAMPLES.observation.id },
        source: 'local',
        score: 4.2,
      },
    ]),
    errors: ['invalid_query'],
    async handle({ vault, query }) {
      const { q, limit: most, snippet, exclude_origin = '', ...given } = query;
      const filters = { ...given, exclude_origin, ...nowAt(vault.clock()) };
      refuseBlank(q);
      const page = { limit: most, offset: 0, snippet: snippet === '1' };
      return searchReceived(vault.search, { sees: EVERYTHING, q, filters, ...page });
    },
  }),
]);

function shown({ id, name, created_at, origin }: HiveMember): z.input<typeof Member> {
  return { id, name, created_at: formatTime(toSeconds(created_at)), origin: origin ?? null };
}
