import { createHmac, randomBytes } from 'node:crypto';
import { sha256Hex } from './sha256.js';

/** A secret to hand out once: 32 random bytes in hex. */
export function randomToken(): string {
  return randomBytes(32).toString('hex');
}

/**
 * The token that a purpose and its circumstances always give: HMAC-SHA256 (RFC 2104) in hex. Without
 * `secret` it cannot be told from a random one.
 */
export function derivedToken(secret: string, about: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(about)).digest('hex');
}

/** All that is kept of a token: its SHA-256 in hex. Tokens are 32 bytes of chance, so no salt is needed. */
export function tokenHash(token: string): string {
  return sha256Hex(token);
}
