import type { App } from '../../app/app.js';
import { fold } from '../../events/fold.js';
import { type MemberAdded, type Team, team, teamKey } from '../../events/team.js';

/** A team that is known to be there, from the log, which knows it whatever the read models do. */
export async function teamFromLog(app: App, name: string): Promise<Team> {
  const found = fold(team, await app.log.readStream(`${team.name}/${teamKey(name)}`));
  if (!found)
    throw new Error('the team is in the read models but not in the log: run memory-vault rebuild');
  return found;
}

/** Who was invited, also when it has left since: a retry is told what the first attempt was. */
export function memberOf({ members, former }: Team, memberId: string): MemberAdded {
  const member = [...members, ...former].find(({ id }) => id === memberId);
  if (!member) throw new Error('the invited member is not in the team in the log');
  return member;
}
