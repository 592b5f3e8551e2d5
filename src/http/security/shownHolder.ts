import type { FastifyRequest } from 'fastify';
import type { App } from '../../app/app.js';
import type { Caller } from '../../domain/caller.js';
import type { Holder } from '../../domain/holder.js';
import { tokenHash } from '../../domain/token.js';
import { bearerToken } from './bearerToken.js';

/** Whom a browser shows: the owner by the key, whoever asked for a code by that code, else whom a session token belongs to. */
export function shownHolder({ adminKey, loginCodes }: App, shown: string): Holder {
  const hash = tokenHash(shown);
  if (adminKey.hasHash(hash)) return { kind: 'owner', hash };
  return loginCodes.redeem(shown) ?? { kind: 'member', hash };
}

/** Whom the headers of a request show, in which a key or a token was right. */
export function holderInHeaders(caller: Caller, request: FastifyRequest): Holder {
  const { 'x-admin-key': key, 'x-session-token': token } = request.headers;
  const kind = caller.kind === 'owner' ? 'owner' : 'member';
  const shown = (kind === 'owner' ? key : token) ?? bearerToken(request);
  if (shown === undefined) throw new Error('a route for credentials let in a request without one');
  return { kind, hash: tokenHash(String(shown)) };
}
