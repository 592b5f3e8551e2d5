import { TOKEN_PREFIX } from '../domain/accessToken.js';
import { tokenHash } from '../domain/token.js';
import type { NewToken } from './newTokens.js';

/** Begins what a grant is renewed with, so that it is recognised wherever it stands. */
export const RENEWAL_PREFIX = 'mvr_';

/** What a code or refresh token says, which only this vault can have made. */
export interface Renewal {
  /** The key of the stream of the grant. */
  readonly key: string;
  /** 0 for a code. */
  readonly generation: number;
}

export type GrantSecrets = ReturnType<typeof grantSecrets>;

/**
 * The secrets of grants: nothing of them is kept, because each can be computed again. `newToken` has the secret that all nodes of a
 * vault share.
 */
export function grantSecrets(newToken: NewToken) {
  const of = (kind: string, { key, generation }: Renewal) =>
    newToken(['oauth', kind, key], String(generation));
  return {
    /** The code, or the refresh token, of a generation. */
    renewal: (renewal: Renewal): string =>
      [RENEWAL_PREFIX + renewal.key, renewal.generation, of('renewal', renewal)].join('_'),
    /** The access token of a generation. */
    access: (renewal: Renewal): string => TOKEN_PREFIX + of('access', renewal),
    /** What a code or refresh token says; undefined for one that this vault has not made. */
    read(shown: string): Renewal | undefined {
      const [, key = '', digits = '', proof = ''] = SHAPE.exec(shown) ?? [];
      const renewal = { key, generation: Number(digits) };
      // By hash, so that how long it takes says nothing about the right one.
      return tokenHash(proof) === tokenHash(of('renewal', renewal)) ? renewal : undefined;
    },
  };
}

const SHAPE = /^mvr_([0-9A-Za-z]{1,100})_(0|[1-9]\d{0,8})_([0-9a-f]{64})$/;
