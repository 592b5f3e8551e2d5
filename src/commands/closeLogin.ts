import { Rejection } from '../domain/rejection.js';
import { invite } from '../events/invite.js';
import { command } from './command.js';

/** Ends a login of a team. Its token is invalid from then on. */
export const closeLogin = command({
  name: 'closeLogin',
  redact: async (input: { id: string; team_id: string }) => input,
  stream: invite,
  streamKey: (input) => input.id,
  decide(fold, { id, team_id }) {
    if (fold?.status !== 'logged_in' || fold.login.team_id !== team_id) {
      throw new Rejection('not_found', 'there is no login with that id');
    }
    const { member_id } = fold.login;
    return [{ type: 'login.closed', data: { id, team_id, member_id } }];
  },
});
