import { partsOfActor, viaToken } from '../../src/domain/actor.js';
import { api } from './api.js';
import { useAsk } from './useAsk.js';

/**
 * Words for actors of the log: of one that acted by a token, such as `ada@example.org via token ci-bot`. A token that has ended, or that
 * the reader may not see, is "a token"; every other actor stays as it is. The tokens are asked for only where one of `actors` has one.
 */
export function useActorNames(actors: readonly string[]): (actor: string) => string {
  const used = new Set(actors.flatMap((actor) => partsOfActor(actor).token ?? []));
  const { value: tokens = [] } = useAsk(
    `tokens ${[...used].sort().join(' ')}`,
    async (signal) => (used.size > 0 ? (await api.GET('/api/v1/tokens', { signal })).data : []),
    { keep: true },
  );
  return (actor) => {
    const { holder, token } = partsOfActor(actor);
    if (token === undefined) return actor;
    const known = tokens.find(({ id }) => id === token);
    return known ? viaToken(known.holder, known.name) : `${holder} via a token`;
  };
}
