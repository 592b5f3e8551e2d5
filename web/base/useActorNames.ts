import { partsOfActor, viaToken } from '../../src/domain/actor.js';
import { api } from './api.js';
import { useAsk } from './useAsk.js';

/** Those of an issuer have other ids, and no name here. */
const ULID = /^\w{26}$/;
/** Tokens that one request names. */
const MOST = 100;

/**
 * Words for actors of the log: of one that acted by a token, such as `ada@example.org via token ci-bot`, also where that has ended. A
 * token that was forgotten, or that the reader may not see, is "a token"; every other actor stays as it is.
 */
export function useActorNames(actors: readonly string[]): (actor: string) => string {
  const used = actors.flatMap((actor) => partsOfActor(actor).token?.match(ULID) ?? []);
  const ids = [...new Set(used)].slice(0, MOST).sort().join();
  const { value: tokens = [] } = useAsk(
    `tokens ${ids}`,
    async (signal) =>
      ids ? (await api.GET('/api/v1/tokens', { params: { query: { ids } }, signal })).data : [],
    { keep: true },
  );
  return (actor) => {
    const { holder, token } = partsOfActor(actor);
    if (token === undefined) return actor;
    const known = tokens.find(({ id }) => id === token);
    return known ? viaToken(known.holder, known.name) : `${holder} via a token`;
  };
}
