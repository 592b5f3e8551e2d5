import { createHmac, randomBytes } from 'node:crypto';
import { sha256Hex } from './sha256.js';

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
