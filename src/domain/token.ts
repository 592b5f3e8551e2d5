import { createHmac, randomBytes } from 'node:crypto';
import { sha256Hex } from './hash.js';

/** A new secret, shown once: 32 random bytes in hex. */
export function randomToken(): string {
  return randomBytes(32).toString('hex');
}

/**
 * A token that is always the same for the same `parts` (a purpose and its circumstances): HMAC-SHA256
 * (RFC 2104) in hex. It looks random to anyone without `secret`.
 */
export function derivedToken(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
}

/** The stored form of a token: its SHA-256 in hex. Tokens are 32 random bytes, so no salt is needed. */
export function tokenHash(token: string): string {
  return sha256Hex(token);
}

/** Whom a browser login or a code is for: who showed the owner's key, or a session token, with this hash. */
export interface Holder {
  readonly kind: 'owner' | 'member';
  /** As of `tokenHash`. */
  readonly hash: string;
}
