import { timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Vault } from '../../app/vault.js';
import { revokedHiveKey } from '../../commands/hive.js';
import { Rejection } from '../../domain/rejection.js';
import { tokenHash } from '../../domain/token.js';
import { ALL_MEMBERS, type HiveMembers, hiveMembers } from '../../events/hive.js';
import { fold } from '../../events/vaultEvent.js';
import { parseMemberKey } from '../../hive/hiveKey.js';
import type { HiveSender } from '../../hive/hub.js';
import { BATCH_LIMITS } from '../../hive/wire.js';
import { parseJson } from '../request/json.js';
import type { Asked } from '../route.js';

const unzip = promisify(gunzip);

/** The members of the hive, read from the log: read models may be behind, and a revoked key must not work any more. */
export async function membersFromLog({ log }: Pick<Vault, 'log'>): Promise<HiveMembers> {
  return fold(hiveMembers, await log.readStream(`${hiveMembers.name}/${ALL_MEMBERS}`));
}

/**
 * The rules for routes that other vaults call: checks `X-Hive-Key` before the body is read, and accepts gzip bodies. A vault
 * that never issued a key and has none to share is no hub and answers `not_found`.
 */
export function hubAccess(scope: FastifyInstance, vault: Vault): void {
  scope.addHook('onRequest', async (request) => {
    await senderOf(vault, request);
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      parseJson(await unpacked(request, body), BATCH_LIMITS.values),
  );
}

/** Who sends a request to a route that other vaults call. Throws `Rejection` for a key that is not in force. */
export async function senderOf(vault: Vault, request: Pick<Asked, 'headers'>): Promise<HiveSender> {
  const { hiveIngestKey: shared, hiveSharedKey: isShared } = vault.config;
  const members = await membersFromLog(vault);
  if (shared === undefined && members.length === 0) {
    throw new Rejection(
      'not_found',
      'this instance is not a hub: its owner issues keys with POST /admin/hive/members',
    );
  }
  const key = request.headers['x-hive-key'];
  if (key === undefined) {
    throw new Rejection('missing_credential', 'this request needs the X-Hive-Key header');
  }
  if (typeof key !== 'string') throw wrongKey();
  if (shared !== undefined && equals(tokenHash(key), tokenHash(shared))) {
    if (isShared) return { member: undefined, members };
    throw new Rejection(
      'invalid_hive_key',
      'X-Hive-Key is the old shared key, which this hub no longer accepts: ask its owner for your own key',
    );
  }
  const { id, secret = '' } = parseMemberKey(key) ?? {};
  const member = members.find((one) => one.id === id);
  if (!member || !equals(tokenHash(secret), member.key_hash)) throw wrongKey();
  if (member.revoked) throw revokedHiveKey();
  return { member, members };
}

const wrongKey = () => new Rejection('invalid_hive_key', 'X-Hive-Key is not a key of this hub');

/** Compares two hashes in constant time. */
const equals = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

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
