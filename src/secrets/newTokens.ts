import { join } from 'node:path';
import { derivedToken, randomToken } from '../domain/token.js';
import { ensureSecret, keepConfigured, readSecret } from './secretFile.js';

/**
 * Makes a token (64 hex characters), of which only the hash will be stored. Without an `Idempotency-Key` it is random.
 * With one, it is derived from that key and `purpose`, so that a retry gets the same token although it is not stored.
 */
export type NewToken = (purpose: readonly string[], idempotencyKey: string | undefined) => string;

/**
 * The secret that tokens of a vault are derived from: the one in `token.secret` (0600), which is the configured one, or made on
 * first use. Throws what `keepConfigured` and `readSecret` throw.
 */
export function tokenSecret(dataDir: string, configured?: string): string {
  const file = join(dataDir, 'token.secret');
  keepConfigured({ setting: 'VAULT_TOKEN_SECRET', file, configured });
  ensureSecret(file);
  return readSecret(file);
}

/** Tokens of a vault, from its `tokenSecret`. */
export function newTokens(dataDir: string, configured?: string): NewToken {
  const secret = tokenSecret(dataDir, configured);
  return (purpose, idempotencyKey) =>
    idempotencyKey === undefined
      ? randomToken()
      : derivedToken(secret, [...purpose, idempotencyKey]);
}
