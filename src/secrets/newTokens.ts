import { join } from 'node:path';
import { derivedToken, randomToken } from '../domain/token.js';
import { ensureSecret, readSecret } from './secretFile.js';

/**
 * Makes a token (64 hex characters), of which only the hash will be stored. Without an `Idempotency-Key` it is random.
 * With one, it is derived from that key and `purpose`, so that a retry gets the same token although it is not stored.
 */
export type NewToken = (purpose: readonly string[], idempotencyKey: string | undefined) => string;

/** Tokens of a vault. Their secret is in `token.secret` (0600) of the data directory. */
export function newTokens(dataDir: string): NewToken {
  const file = join(dataDir, 'token.secret');
  ensureSecret(file);
  const secret = readSecret(file);
  return (purpose, idempotencyKey) =>
    idempotencyKey === undefined
      ? randomToken()
      : derivedToken(secret, [...purpose, idempotencyKey]);
}
