import { z } from 'zod';
import { OutTime } from '../../domain/fields.js';
import { Rejection, type RejectionCode } from '../../domain/rejection.js';
import { formatTime } from '../../domain/time.js';
import { Count } from '../../queries/counts.js';
import { ok } from '../answers/successAnswers.js';
import { get, group, post } from '../route.js';

/** Who cosigned the log, and who has to. */
export const WitnessStates = z
  .object({
    enough: z.boolean().meta({
      description: 'Whether enough witnesses cosigned the last checkpoint, by the policy.',
    }),
    asks: z.string().meta({ description: 'How many witnesses have to cosign, in words.' }),
    checkpoint: z.string().nullable().meta({
      description: 'The checkpoint with the lines of the witnesses that cosigned it.',
    }),
    witnesses: z.array(
      z.object({
        name: z.string(),
        cosigned: z.object({ events: Count, at: OutTime }).nullable(),
        problem: z
          .object({ kind: z.enum(['refused', 'unreachable']), message: z.string() })
          .nullable(),
      }),
    ),
  })
  .meta({ id: 'WitnessStates' });

/** What has no body that the specification describes is refused as everywhere. */
const REFUSED: Readonly<Record<number, RejectionCode>> = {
  400: 'invalid_payload',
  403: 'forbidden',
  404: 'not_found',
};

const COSIGNATURE = '— memory-vault/5d41402abc4b2a76 AAAAAA==\n';

export const witnessRoutes = group({ tag: 'audit' }, [
  get('/api/v1/audit/witnesses', 'getWitnesses', {
    summary: 'List who cosigned the log',
    answers: ok('The witnesses of VAULT_WITNESSES.', WitnessStates, {
      enough: true,
      asks: '1 of office, home',
      checkpoint: `memory-vault/5d41402abc4b2a76\n2\n…\n\n…\n${COSIGNATURE}`,
      witnesses: [
        { name: 'office', cosigned: { events: 2, at: '2026-11-20T09:30:00Z' }, problem: null },
      ],
    }),
    handle: ({ upkeep: { witnesses } }) => ({
      enough: witnesses.isEnough(),
      asks: witnesses.asks,
      checkpoint: witnesses.note() ?? null,
      witnesses: witnesses.states().map(({ name, cosigned, problem = null }) => ({
        name,
        cosigned: cosigned ? { events: cosigned.size, at: formatTime(cosigned.at) } : null,
        problem,
      })),
    }),
  }),
  post('/add-checkpoint', 'addCheckpoint', {
    audience: 'public',
    summary: 'Have a checkpoint of another log cosigned',
    description: 'As in https://c2sp.org/tlog-witness, for the logs in VAULT_WITNESSES.',
    withoutKey: true,
    text: true,
    body: z.string(),
    bodyLimit: 65_536,
    errors: ['forbidden', 'not_found'],
    example: 'old 0\n\n…',
    answers: {
      200: { description: 'The cosignature.', content: 'text/plain', example: COSIGNATURE },
      409: {
        description: 'The size that was cosigned last.',
        content: 'text/x.tlog.size',
        example: '2\n',
      },
      422: {
        description: 'It contradicts what was cosigned.',
        content: 'text/plain',
        example: 'the root differs\n',
      },
    },
    async handle({ upkeep, body, reply }) {
      const { status, text } = await upkeep.witness.addCheckpoint(body);
      const refused = REFUSED[status];
      if (refused) throw new Rejection(refused, text.trim());
      reply.code(status);
      reply.type(status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8');
      return text;
    },
  }),
]);
