import { z } from 'zod';
import { rejectionOf } from '../domain/parse.js';
import { Rejection } from '../domain/rejection.js';
import { NewName } from '../domain/text.js';
import { team, teamKey } from '../events/team.js';
import { command } from './command.js';

/** The request of an admin to create a team. */
export const CreateTeam = z.strictObject({ name: NewName }).meta({ id: 'CreateTeam' });
export type CreateTeam = z.output<typeof CreateTeam>;

/**
 * Creates a team. Rejected (`conflict`) when there is one of that name, ignoring case, and (`invalid_payload`) when the
 * privacy filter would change the name: two names could become one, and members would get into the team of others.
 */
export const createTeam = command({
  name: 'createTeam',
  async redact({ name }: CreateTeam, filter) {
    const { text, finds } = await filter(name);
    if (finds.length === 0) return { name: text };
    const kinds = finds.map(({ kind }) => kind).join(', ');
    const message = `must not hold what the privacy filter replaces (${kinds}): choose another name`;
    throw rejectionOf([{ path: '/name', message }], 'invalid_payload');
  },
  stream: team,
  streamKey: (input) => teamKey(input.name),
  decide(before, { name }, now) {
    if (before) throw new Rejection('conflict', `name: the team ${before.name} already exists`);
    return [{ type: 'team.created', data: { id: now.id, name } }];
  },
});
