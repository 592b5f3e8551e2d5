import { z } from 'zod';
import type { Inclusion } from '../../maintenance/audit.js';
import { Count } from '../../queries/counts.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { idParam, whole } from '../request/parameters.js';
import { get, group } from '../route.js';

const ROOT = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

const Hash = z.string().meta({ id: 'Sha256', description: 'SHA-256 in base64.', example: ROOT });
const Path = z.array(Hash).meta({ description: 'Hashes of nodes, from the leaves to the root.' });
const base64 = (hash: Buffer) => hash.toString('base64');

/** The answer to a request for a proof of inclusion. */
const InclusionProof = z
  .object({
    leaf_index: Count.meta({ description: 'Counted from 0.' }),
    leaf_hash: Hash,
    tree_size: Count,
    root: Hash,
    path: Path,
    envelope: z
      .object({
        position: Count,
        id: z.string(),
        stream: z.string(),
        version: Count,
        type: z.string(),
        schema: Count,
        at: Count,
        meta: z.record(z.string(), z.string()),
        commitment: z.string(),
      })
      .meta({
        description:
          'The leaf hash is the SHA-256 of a zero byte followed by this object as canonical JSON.',
      }),
  })
  .meta({ id: 'InclusionProof' });

function inclusionAnswer({ envelope, index, leaf, size, root, path }: Inclusion) {
  return {
    leaf_index: index,
    leaf_hash: base64(leaf),
    tree_size: size,
    root: base64(root),
    path: path.map(base64),
    envelope: { ...envelope, commitment: envelope.commitment.toString('hex') },
  };
}

/** The answer to a request for a proof of consistency. */
const ConsistencyProof = z
  .object({ from: Count, to: Count, from_root: Hash, to_root: Hash, path: Path })
  .meta({ id: 'ConsistencyProof' });

export const auditRoutes = group({ tag: 'audit' }, [
  get('/api/v1/audit/checkpoint', 'getCheckpoint', {
    summary: 'Get a signed checkpoint',
    description:
      'The number of events and the root of the RFC 6962 tree over them, signed with Ed25519 as in ' +
      'https://c2sp.org/tlog-checkpoint. Kept elsewhere, it proves later that no event before it was changed. ' +
      '`X-Min-Position` asks for one that covers at least that many events.',
    answers: ok(
      'A signed note.',
      'text/plain',
      `memory-vault/5d41402abc4b2a76\n2\n${ROOT}\n\n— memory-vault/5d41402abc4b2a76 AAAAAA==\n`,
    ),
    async handle({ upkeep, request, reply }) {
      reply.type('text/plain; charset=utf-8');
      return upkeep.audit.checkpoint(Number(request.headers['x-min-position'] ?? 0));
    },
  }),
  get('/api/v1/audit/key', 'getCheckpointKey', {
    summary: 'Get the public key of checkpoints',
    description:
      'For signed checkpoints: `name+hash+key` (https://c2sp.org/signed-note). Keep it elsewhere: who could change the log ' +
      'could also answer with another key.',
    answers: ok(
      'The key.',
      'text/plain',
      'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW\n',
    ),
    async handle({ upkeep, reply }) {
      reply.type('text/plain; charset=utf-8');
      return `${upkeep.audit.key()}\n`;
    },
  }),
  get('/api/v1/audit/inclusion/{id}', 'proveInclusion', {
    summary: 'Prove that an event is in the log',
    description:
      'The audit path (RFC 6962 §2.1.1) of an event, or of the first event of an observation, by `id`; a ' +
      'forgotten one keeps its proof. The answer shows the whole envelope, with the actor: of a member, the id. ' +
      'Behind a wall, only what the caller may read is proved, and nothing that was forgotten.',
    params: idParam('event'),
    query: z.strictObject({
      tree_size: whole(1, Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: 'Events that the tree covers; by default all.' }),
    }),
    answers: ok('The proof.', InclusionProof, {
      leaf_index: 0,
      leaf_hash: ROOT,
      tree_size: 1,
      root: ROOT,
      path: [],
      envelope: {
        position: 1,
        id: EXAMPLES.observation.id,
        stream: `observation/${EXAMPLES.observation.id}`,
        version: 1,
        type: 'observation.saved',
        schema: 1,
        at: 1_795_167_000_000,
        meta: { actor: 'anonymous' },
        commitment: EXAMPLES.hash,
      },
    }),
    errors: ['not_found'],
    handle: async ({ upkeep, params, query, sees }) =>
      inclusionAnswer(await upkeep.audit.inclusion(sees, params.id, query.tree_size)),
  }),
  get('/api/v1/audit/consistency', 'proveConsistency', {
    summary: 'Prove that the log only grew',
    description:
      'The proof (RFC 6962 §2.1.2) that a log of `to` events begins with exactly the log that had `from`.',
    query: z.strictObject({
      from: whole(1, Number.MAX_SAFE_INTEGER).meta({
        description: 'Events of the earlier log.',
      }),
      to: whole(1, Number.MAX_SAFE_INTEGER).optional().meta({
        description: 'Events of the later log; by default all.',
      }),
    }),
    answers: ok('The proof.', ConsistencyProof, {
      from: 1,
      to: 1,
      from_root: ROOT,
      to_root: ROOT,
      path: [],
    }),
    async handle({ upkeep, query }) {
      const { from, to, fromRoot, toRoot, path } = await upkeep.audit.consistency(
        query.from,
        query.to,
      );
      return {
        from,
        to,
        from_root: base64(fromRoot),
        to_root: base64(toRoot),
        path: path.map(base64),
      };
    },
  }),
]);
