import { z } from 'zod';
import { ROLES } from '../domain/caller.js';
import { Email, NewName, optional } from '../domain/fields.js';
import { rejectionOf } from '../domain/parse.js';
import { Rejection } from '../domain/rejection.js';
import { findMemberByEmail, requireTeam, team, teamKey } from '../events/team.js';
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

/** Removes a team by the key of its stream. Its members, invites and logins end; its name and their addresses are erased. */
export const removeTeam = command({
  name: 'removeTeam',
  redact: async (input: { key: string }) => input,
  stream: team,
  streamKey: ({ key }) => key,
  decide: (before) => [{ type: 'team.removed', data: { id: requireTeam(before).id } }],
});

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
