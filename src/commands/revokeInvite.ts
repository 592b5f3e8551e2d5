import { Rejection } from '../domain/rejection.js';
import { invite } from '../events/invite.js';
import { command } from './command.js';

/** Revokes an invite of a team. Every revocation is recorded. Rejected (`conflict`) when the invite was used. */
export const revokeInvite = command({
  name: 'revokeInvite',
  redact: async (input: { id: string; team_id: string }) => input,
  stream: invite,
  streamKey: (input) => input.id,
  decide(fold, { id, team_id }) {
    if (fold?.invite.team_id !== team_id) {
      throw new Rejection('not_found', 'there is no invite with that id');
    }
    if ('login' in fold) {
      throw new Rejection('conflict', 'this invite was already used: log the member out instead');
    }
    const { member_id } = fold.invite;
    return [{ type: 'invite.revoked', data: { id, team_id, member_id } }];
  },
});
