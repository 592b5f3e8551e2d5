import { createHash, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { BATCH_LIMITS } from '../../hive/wire.js';
import { parseJson } from '../request/parseJson.js';

const unzip = promisify(gunzip);

/**
 * The door for other vaults: opened by `X-Hive-Key` before anything of a body is read, with bodies that
 * may be packed. Without a key to compare with there is no hub here.
 */
export function hubAccess(scope: FastifyInstance, ingestKey: string | undefined): void {
  scope.addHook('onRequest', async (request) => requireHiveKey(ingestKey, request));
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => parseJson(await unpacked(request, body)),
  );
}

function requireHiveKey(key: string | undefined, request: FastifyRequest): void {
  if (key === undefined) {
    throw new Rejection(
      'not_found',
      'this instance is not a hub: VAULT_HIVE_INGEST_KEY is not set',
    );
  }
  const given = request.headers['x-hive-key'];
  if (given === undefined) {
    throw new Rejection('missing_credential', 'this request needs the X-Hive-Key header');
  }
  if (typeof given === 'string' && timingSafeEqual(sha256(given), sha256(key))) return;
  throw new Rejection(
    'invalid_hive_key',
    'X-Hive-Key is not the key of this hub (its VAULT_HIVE_INGEST_KEY)',
  );
}

/** Digests have equal length, which the comparison in constant time needs. */
const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The body as it was before it was packed. It never takes more memory than a plain one may. */
async function unpacked({ headers }: FastifyRequest, body: Buffer): Promise<Uint8Array> {
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding === 'identity') return body;
  if (coding !== 'gzip') {
    throw new Rejection('unsupported_media_type', 'Content-Encoding: must be gzip or left out');
  }
  try {
    return await unzip(body, { maxOutputLength: BATCH_LIMITS.bytes });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new Rejection(
        'payload_too_large',
        `the unpacked body is larger than ${BATCH_LIMITS.bytes} bytes`,
      );
    }
    throw new Rejection('invalid_payload', 'body: must be gzip, as Content-Encoding says');
  }
}
