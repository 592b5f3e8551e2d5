import { api } from '../../base/api.js';

/** The names of the other teams in which that address is a member, too: a person in two teams is two members. */
export async function otherTeams(email: string, team: string): Promise<readonly string[]> {
  const { data: teams } = await api.GET('/admin/teams');
  const isIn = await Promise.all(
    teams.map(async ({ id }) => {
      if (id === team) return false;
      const asked = { params: { path: { team: id } } };
      const { data: members } = await api.GET('/admin/teams/{team}/members', asked);
      return members.some((one) => one.email.toLowerCase() === email.toLowerCase());
    }),
  );
  return teams.filter((_, i) => isIn[i]).map(({ name }) => name);
}
