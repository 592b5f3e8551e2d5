import type { Member, Team, VaultClient } from 'memory-vault-client';
import { caseless } from '../domain/names.js';

/** A member of a team. A person in two teams is two of them. */
export interface Membership {
  readonly member: Member;
  readonly team: Team;
}

/** All members of all teams, the oldest team first. */
export async function memberships(vault: VaultClient): Promise<readonly Membership[]> {
  const { data: teams } = await vault.GET('/admin/teams');
  const found = await Promise.all(
    teams.map(async (team) => {
      const asked = { params: { path: { team: team.id } } };
      const { data } = await vault.GET('/admin/teams/{team}/members', asked);
      return data.map((member) => ({ member, team }));
    }),
  );
  return found.flat();
}

/** Whether a member has that e-mail address. */
export const hasAddress = (address: string) => {
  const wanted = caseless(address);
  return ({ member }: Pick<Membership, 'member'>) => caseless(member.email) === wanted;
};

/** Whether that is the id or the name of the team. */
export const isInTeam = (idOrName: string) => {
  const wanted = caseless(idOrName);
  return ({ team }: Pick<Membership, 'team'>) =>
    caseless(team.id) === wanted || caseless(team.name) === wanted;
};
