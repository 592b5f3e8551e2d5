import { z } from 'zod';
import { IssueHiveKey, issueHiveKey } from '../../commands/issueHiveKey.js';
import { revokeHiveKey } from '../../commands/revokeHiveKey.js';
import { Ulid } from '../../domain/ids.js';
import { Instance } from '../../domain/instance.js';
import { Rejection } from '../../domain/rejection.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { OutTime } from '../../domain/timeSchemas.js';
import { tokenHash } from '../../domain/token.js';
import { currentMembers, type HiveMember } from '../../events/hiveMember.js';
import { namesKeyOf } from '../../hive/hashedNames.js';
import { formatMemberKey } from '../../hive/memberKey.js';
import { instanceOf } from '../../hive/wire.js';
import { answerForgotten, FORGET_ANSWERS } from '../answers/forgetAnswers.js';
import { created, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { pathId } from '../request/parameters.js';
import { type Call, type Route, route } from '../route.js';
import { membersFromLog } from '../security/hubAccess.js';

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

const issueRoute = route({
  method: 'POST',
  path: '/admin/hive/members',
  operationId: 'issueHiveKey',
  tag: 'hive',
  summary: 'Issue a key to a member of the hive',
  description:
    'Makes this vault a hub. The key is for one vault, which sets VAULT_HIVE_KEY to it. Only this answer shows it: ' +
    'the hub keeps a hash.',
  access: 'admin',
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
  async handle({ app, body, context, execute }) {
    if (body.origin !== undefined && body.origin === (await instanceOf(app.log))) {
      throw new Rejection('conflict', 'origin: is this vault itself');
    }
    const { name, origin = '' } = body;
    const secret = app.newToken(['hive key', name, origin], context.idempotencyKey);
    const names = namesKey(app);
    const hashes = { key_hash: tokenHash(secret), names_hash: tokenHash(names) };
    const { state } = await execute(issueHiveKey, { ...body, ...hashes });
    const member = currentMembers(state).at(-1);
    if (!member) throw new Error('the issued key cannot be read back from the log');
    return { ...shown(member), key: formatMemberKey({ id: member.id, secret, names }) };
  },
});

/**
 * What the members hash names with: as with the key that they share or shared, so that they find each other. Without one it
 * comes from `token.secret`, and so is not in the log.
 */
function namesKey({ config, newToken }: Call<unknown, unknown, unknown>['app']): string {
  const { hiveIngestKey } = config;
  return hiveIngestKey === undefined ? newToken(['hive names'], '') : namesKeyOf(hiveIngestKey);
}

const listRoute = route({
  method: 'GET',
  path: '/admin/hive/members',
  operationId: 'listHiveMembers',
  tag: 'hive',
  summary: 'List the members of the hive, oldest first',
  description: 'Those whose keys are in force, without the keys.',
  access: 'admin',
  answers: ok('The members.', z.array(Member), [EXAMPLE]),
  handle: async ({ app }) => currentMembers(await membersFromLog(app)).map(shown),
});

const revokeRoute = route({
  method: 'DELETE',
  path: '/admin/hive/members/{id}',
  operationId: 'revokeHiveKey',
  tag: 'hive',
  summary: 'Revoke the key of a member',
  description:
    'Requests with the key are refused (401) from now on. What was received with it stays; only a key for its `origin` ' +
    'can push for its vault. The name of the member is forgotten.',
  access: 'admin',
  params: z.object({ id: pathId('member') }),
  waitsForWipe: true,
  answers: FORGET_ANSWERS,
  errors: ['not_found'],
  async handle({ app, params: { id }, execute, request, reply }) {
    const { position } = await execute(revokeHiveKey, { id });
    return answerForgotten(app, request, reply, position);
  },
});

function shown({ id, name, created_at, origin }: HiveMember): z.input<typeof Member> {
  return { id, name, created_at: formatTime(toSeconds(created_at)), origin: origin ?? null };
}

export const hiveMemberRoutes: readonly Route[] = [issueRoute, listRoute, revokeRoute];
