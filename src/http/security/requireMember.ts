import type { Caller, MemberCaller } from '../../domain/caller.js';

/** The member behind a call to a route of access `member`, which lets in nobody else. */
export function requireMember(caller: Caller): MemberCaller {
  if (caller.kind !== 'member') throw new Error(`a route for members let in: ${caller.kind}`);
  return caller;
}
