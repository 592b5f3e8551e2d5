import { z } from 'zod';
import type { TilePlace } from '../../maintenance/tiles.js';
import { ok } from '../answers/successAnswers.js';
import { type AnswerHead, get, group } from '../route.js';

const CHECKPOINT = 'memory-vault/5d41402abc4b2a76\n2\n…';

/** `x001/x234/067.p/5`, the width of a partial one behind its index: see `inOnePart`. */
const TILE = /^((?:x\d{3}\/){0,2})(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Each tile has one address, under which its reader keeps it. */
const Place = z
  .string()
  .transform((path, ctx): TilePlace => {
    const [found, high = '', last = '', width] = TILE.exec(path) ?? [];
    const index = Number(high.replaceAll(/\D/g, '') + last);
    const place = { index, width: width === undefined ? 256 : Number(width) };
    const isFull = width === undefined;
    if (found !== undefined && !high.startsWith('x000') && (isFull || place.width < 256))
      return place;
    ctx.addIssue(
      'must be the index of a tile as in https://c2sp.org/tlog-tiles, such as x001/067 or 067.p/5',
    );
    return z.NEVER;
  })
  .meta({ override: { type: 'string' }, example: '067.p/5' });

/** Without zeroes before it, for the same reason. */
const Level = z
  .string()
  .regex(/^(\d|[1-5]\d|6[0-3])$/, 'must be a whole number from 0 to 63')
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 0, maximum: 63 } });

const BYTES = ok('The bytes.', 'application/octet-stream', '');

/** `private`: who may read it is asked of each caller. */
function forever(reply: AnswerHead): void {
  reply.type('application/octet-stream');
  reply.header('cache-control', 'private, max-age=31536000, immutable');
}

export const tilesRoutes = group({ tag: 'audit' }, [
  get('/checkpoint', 'getLogCheckpoint', {
    summary: 'Get the checkpoint for monitors',
    description:
      'As `GET /api/v1/audit/checkpoint`, where https://c2sp.org/tlog-tiles has it, with a line of each witness that cosigned it.',
    answers: ok('A signed note.', 'text/plain', CHECKPOINT),
    async handle({ upkeep, reply }) {
      reply.type('text/plain; charset=utf-8');
      reply.header('cache-control', 'no-cache');
      return upkeep.witnesses.note() ?? upkeep.audit.checkpoint(0);
    },
  }),
  get('/tile/{level}/{tile}', 'getTile', {
    summary: 'Get a tile of the tree',
    description:
      'Up to 256 hashes, as in https://c2sp.org/tlog-tiles, for monitors. It never changes.',
    params: z.object({ level: Level, tile: Place }),
    answers: BYTES,
    errors: ['not_found'],
    async handle({ upkeep, params, reply }) {
      const bytes = await upkeep.audit.tiles.hashes(params.level, params.tile);
      forever(reply);
      return bytes;
    },
  }),
  get('/tile/entries/{tile}', 'getEntries', {
    audience: 'admin',
    summary: 'Get a bundle of entries',
    description: 'What the hashes of that tile of level 0 are made from: envelopes, without texts.',
    params: z.object({ tile: Place }),
    answers: BYTES,
    errors: ['not_found'],
    async handle({ upkeep, params, reply }) {
      const bytes = await upkeep.audit.tiles.entries(params.tile);
      forever(reply);
      return bytes;
    },
  }),
]);
