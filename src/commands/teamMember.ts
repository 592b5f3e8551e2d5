import { caseless } from '../domain/caseless.js';
import { Rejection } from '../domain/rejection.js';
import type { MemberAdded, Team } from '../events/team.js';

/** The member of a team with an e-mail, ignoring case. */
export function findMemberByEmail(team: Team, email: string): MemberAdded | undefined {
  return team.members.find((member) => caseless(member.email) === caseless(email));
}

/** The team. Throws `Rejection('not_found')` when it is undefined. */
export function requireTeam(team: Team | undefined): Team {
  if (!team) throw new Rejection('not_found', 'there is no such team');
  return team;
}
