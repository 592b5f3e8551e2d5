import { Rejection } from '../domain/rejection.js';
import { requireTeam, team, teamKey } from '../events/team.js';
import { command } from './command.js';

/** Removes a member from a team. This also ends the member's invites and logins. */
export const removeMember = command({
  name: 'removeMember',
  redact: async (input: { team: string; id: string }) => input,
  stream: team,
  streamKey: (input) => teamKey(input.team),
  decide(before, { id }) {
    const { id: team_id, members } = requireTeam(before);
    if (members.some((member) => member.id === id)) {
      return [{ type: 'member.removed', data: { id, team_id } }];
    }
    throw new Rejection('not_found', 'there is no member with that id');
  },
});
