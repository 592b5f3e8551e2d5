import { join } from 'node:path';
import { derivedToken, randomToken } from '../domain/token.js';
import { ensureSecret, readSecret } from './secretFile.js';

/**
 * Makes a token (64 hex characters) of which only the hash will be kept: by chance, or for a request
 * with an `Idempotency-Key` from that key and what it is about, so that the first answer can be given
 * again without having been stored.
 */
export type NewToken = (about: readonly string[], idempotencyKey: string | undefined) => string;

/** Tokens of the instance in a data directory, which keeps the secret behind them in `token.secret` (0600). */
export function newTokens(dataDir: string): NewToken {
  const file = join(dataDir, 'token.secret');
  ensureSecret(file);
  const secret = readSecret(file);
  return (about, idempotencyKey) =>
    idempotencyKey === undefined ? randomToken() : derivedToken(secret, [...about, idempotencyKey]);
}
