import { requireTeam, team } from '../events/team.js';
import { command } from './command.js';

/** Removes a team by the key of its stream. Its members, invites and logins end; its name and their addresses are erased. */
export const removeTeam = command({
  name: 'removeTeam',
  redact: async (input: { key: string }) => input,
  stream: team,
  streamKey: ({ key }) => key,
  decide: (before) => [{ type: 'team.removed', data: { id: requireTeam(before).id } }],
});
