import type { FastifyRequest } from 'fastify';
import type { App } from '../../app/app.js';
import type { Caller } from '../../domain/caller.js';
import type { Access } from '../route.js';
import { identify } from './credentials.js';
import { senderOf } from './hubAccess.js';

/**
 * Who holds the credentials of a request to a route of that access: the same name for the same holder, whichever header they
 * come in. Undefined where there is none, where one is wrong, and where it cannot be told now, which the route says itself.
 */
export async function holderOf(
  app: App,
  access: Access | undefined,
  request: FastifyRequest,
): Promise<string | undefined> {
  // What a route does not look at must not be told right or wrong by a limit: nobody would count the guesses.
  if (access === undefined || access === 'public') return undefined;
  try {
    if (access === 'hub') {
      const { member } = await senderOf(app, request);
      return `hive ${member?.id ?? 'shared'}`;
    }
    const { isOwner, member } = await identify(app, request, { cookie: true });
    return isOwner ? 'owner' : member && holderName(member);
  } catch {
    return undefined;
  }
}

/** The name of a caller that has shown a credential. */
export function holderName(caller: Caller): string {
  return caller.kind === 'member' ? `member ${caller.id}` : caller.kind;
}
