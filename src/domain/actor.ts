// What stands in the log for who did something (`actorOf`). The page reads it, too, so nothing here needs Node.

/** Begins the actor of a member, before its id. */
export const MEMBER = 'member:';
/** Stands before the id of the token that acted, behind a blank. */
export const TOKEN = 'token:';

/** Who an actor is, and the id of the token that acted for it. */
export function partsOfActor(actor: string): { readonly holder: string; readonly token?: string } {
  const end = actor.indexOf(` ${TOKEN}`);
  if (end < 0) return { holder: actor };
  return { holder: actor.slice(0, end), token: actor.slice(end + 1 + TOKEN.length) };
}

/** Whether two actors are one person, by whatever token. */
export const isSameHolder = (one: string, other: string): boolean =>
  partsOfActor(one).holder === partsOfActor(other).holder;

/** The id of the member that an actor is or acts for; undefined when it is none. */
export function memberIdOf(actor: string): string | undefined {
  const { holder } = partsOfActor(actor);
  return holder.startsWith(MEMBER) ? holder.slice(MEMBER.length) : undefined;
}

/** Who acted, and by which token, in words. */
export const viaToken = (holder: string, token: string): string => `${holder} via token ${token}`;
