import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '../domain/rejection.js';

/** Throws unless the request carries the owner's key. */
export function requireAdmin(adminKey: string, request: FastifyRequest): void {
  if (isAdmin(adminKey, request)) return;
  throw new Rejection('missing_credential', 'this needs the X-Admin-Key header');
}

/** True with the owner's key, false with none. A wrong key is refused wherever it is sent. */
export function isAdmin(adminKey: string, request: FastifyRequest): boolean {
  const given = request.headers['x-admin-key'];
  if (given === undefined) return false;
  if (typeof given === 'string' && timingSafeEqual(sha256(given), sha256(adminKey))) return true;
  throw new Rejection('invalid_admin_key', 'X-Admin-Key is not the key of this vault');
}

/** Digests have equal length, which the comparison in constant time needs. */
const sha256 = (text: string) => createHash('sha256').update(text).digest();
