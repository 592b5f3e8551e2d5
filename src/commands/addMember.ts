import { z } from 'zod';
import { ROLES } from '../domain/caller.js';
import { Email } from '../domain/email.js';
import { Rejection } from '../domain/rejection.js';
import { optional } from '../domain/text.js';
import { findMemberByEmail, requireTeam, team, teamKey } from '../events/team.js';
import { command } from './command.js';

/** The request of an admin to add a member. */
export const AddMember = z
  .strictObject({
    email: Email,
    role: optional(z.enum(ROLES)).meta({
      description: 'An admin may do all that the owner may. Default member.',
    }),
  })
  .meta({ id: 'AddMember' });
export type AddMember = z.output<typeof AddMember>;

/** Adds a member to a team. Rejected (`conflict`) while the team has a member with that e-mail. */
export const addMember = command({
  name: 'addMember',
  redact: async (input: AddMember & { team: string }) => input,
  stream: team,
  streamKey: (input) => teamKey(input.team),
  decide(before, { email, role = 'member' }, now) {
    const existing = requireTeam(before);
    if (findMemberByEmail(existing, email)) {
      throw new Rejection('conflict', `email: already belongs to a member of ${existing.name}`);
    }
    return [{ type: 'member.added', data: { id: now.id, team_id: existing.id, email, role } }];
  },
});
