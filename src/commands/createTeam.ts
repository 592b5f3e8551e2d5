import { z } from 'zod';
import { Rejection } from '../domain/rejection.js';
import { Name } from '../domain/text.js';
import { team, teamKey } from '../events/team.js';
import { command } from './command.js';

/** The request of an admin to create a team. */
export const CreateTeam = z.object({ name: Name }).meta({ id: 'CreateTeam' });
export type CreateTeam = z.output<typeof CreateTeam>;

/** Creates a team. Rejected (`conflict`) when there is one of that name, ignoring case. */
export const createTeam = command({
  name: 'createTeam',
  redact: async ({ name }: CreateTeam, filter) => ({ name: (await filter(name)).text }),
  stream: team,
  streamKey: (input) => teamKey(input.name),
  decide(before, { name }, now) {
    if (before) throw new Rejection('conflict', `name: the team ${before.name} already exists`);
    return [{ type: 'team.created', data: { id: now.id, name } }];
  },
});
