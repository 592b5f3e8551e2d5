import { createHash, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { BATCH_LIMITS } from '../../hive/wire.js';
import { parseJson } from '../request/parseJson.js';

const unzip = promisify(gunzip);

/**
 * The rules for routes that other vaults call: checks `X-Hive-Key` before the body is read, and accepts gzip bodies.
 * Without `ingestKey`, this vault is no hub and answers `not_found`.
 */
export function hubAccess(scope: FastifyInstance, ingestKey: string | undefined): void {
  scope.addHook('onRequest', async (request) => requireHiveKey(ingestKey, request));
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      parseJson(await unpacked(request, body), BATCH_LIMITS.values),
  );
}

function requireHiveKey(key: string | undefined, request: FastifyRequest): void {
  if (key === undefined) {
    throw new Rejection(
      'not_found',
      'this instance is not a hub: VAULT_HIVE_INGEST_KEY is not set',
    );
  }
  const received = request.headers['x-hive-key'];
  if (received === undefined) {
    throw new Rejection('missing_credential', 'this request needs the X-Hive-Key header');
  }
  if (typeof received === 'string' && timingSafeEqual(sha256(received), sha256(key))) return;
  throw new Rejection(
    'invalid_hive_key',
    'X-Hive-Key is not the key of this hub (its VAULT_HIVE_INGEST_KEY)',
  );
}

/** Digests are compared, because `timingSafeEqual` needs equal lengths. */
const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Decompresses a gzip body, up to the limit of a plain one. */
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
