import { Rejection } from '../domain/rejection.js';
import { requireTeam, team } from '../events/team.js';
import { command } from './command.js';

/**
 * Removes a member from the team of a stream key. This also ends the member's invites and logins, and erases the event
 * that holds the address.
 */
export const removeMember = command({
  name: 'removeMember',
  redact: async (input: { key: string; id: string }) => input,
  stream: team,
  streamKey: ({ key }) => key,
  decide(before, { id }) {
    const { id: team_id, members } = requireTeam(before);
    if (members.some((member) => member.id === id)) {
      return [{ type: 'member.removed', data: { id, team_id } }];
    }
    throw new Rejection('not_found', 'there is no member with that id');
  },
  erases: (before, { id }) =>
    before?.members.flatMap((member) => (member.id === id ? [member.position] : [])) ?? [],
});
