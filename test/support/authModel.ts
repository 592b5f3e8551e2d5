/** A plain model of invites and logins, without log, hashes or read models. */
export interface AuthModel {
  /** Milliseconds since 1970, whole seconds. */
  now: number;
  readonly teams: ModelTeam[];
  /** Of all teams, in order of issue and of opening, including those that have ended. */
  readonly invites: ModelInvite[];
  readonly logins: ModelLogin[];
}

interface ModelTeam {
  readonly name: string;
  members: ModelMember[];
}

interface ModelMember {
  readonly email: string;
}

interface ModelInvite {
  readonly team: ModelTeam;
  readonly member: ModelMember;
  readonly expires: number;
  used: boolean;
  revoked: boolean;
  /** Forgotten with its login, because its member or team was removed. */
  gone: boolean;
}

interface ModelLogin {
  readonly team: ModelTeam;
  readonly member: ModelMember;
  readonly expires: number;
  closed: boolean;
  gone: boolean;
}

const DAY = 86_400_000;
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const teamOf = (model: AuthModel, name: string) =>
  model.teams.find((team) => same(team.name, name));
function forgetInvites(
  { invites, logins }: AuthModel,
  are: (one: ModelInvite | ModelLogin) => boolean,
): void {
  for (const one of [...invites, ...logins].filter(are)) one.gone = true;
}

export function newModel(now: number): AuthModel {
  return { now, teams: [], invites: [], logins: [] };
}

/** Each rule changes the model and returns the status that the service must answer. */
export const rules = {
  createTeam(model: AuthModel, name: string): number {
    if (teamOf(model, name)) return 409;
    model.teams.push({ name, members: [] });
    return 201;
  },
  addMember(model: AuthModel, name: string, email: string): number {
    const team = teamOf(model, name);
    if (!team) return 404;
    if (team.members.some((member) => same(member.email, email))) return 409;
    team.members.push({ email });
    return 201;
  },
  removeMember(model: AuthModel, name: string, email: string): number {
    const team = teamOf(model, name);
    const member = team?.members.find((one) => same(one.email, email));
    if (!team || !member) return 404;
    team.members = team.members.filter((one) => one !== member);
    forgetInvites(model, (one) => one.member === member);
    return 204;
  },
  removeTeam(model: AuthModel, name: string): number {
    const team = teamOf(model, name);
    if (!team) return 404;
    model.teams.splice(model.teams.indexOf(team), 1);
    forgetInvites(model, (one) => one.team === team);
    return 204;
  },
  invite(model: AuthModel, name: string, email: string): number {
    const team = teamOf(model, name);
    const member = team?.members.find((one) => same(one.email, email));
    if (!team || !member) return 404;
    const expires = model.now + 7 * DAY;
    model.invites.push({ team, member, expires, used: false, revoked: false, gone: false });
    return 201;
  },
  revoke(invite: ModelInvite): number {
    if (invite.gone) return 404;
    if (invite.used) return 409;
    invite.revoked = true;
    return 204;
  },
  /** 200, or the code of the rejection. */
  redeem(model: AuthModel, invite: ModelInvite): 200 | string {
    const is = inviteState(model, invite);
    if (is !== 'pending') return CODES[is];
    invite.used = true;
    const { team, member } = invite;
    model.logins.push({ team, member, expires: model.now + 30 * DAY, closed: false, gone: false });
    return 200;
  },
  /** By an admin, who may also close a login that has ended for another reason. */
  close(login: ModelLogin): number {
    if (login.closed || login.gone) return 404;
    login.closed = true;
    return 204;
  },
  logOut(model: AuthModel, login: ModelLogin): number {
    if (!isIn(model, login)) return 401;
    login.closed = true;
    return 200;
  },
};

const CODES = { used: 'used_invite', revoked: 'invalid_invite', expired: 'expired_invite' };

export function inviteState(model: AuthModel, invite: ModelInvite) {
  if (invite.gone || invite.revoked) return 'revoked';
  if (invite.used) return 'used';
  return invite.expires <= model.now ? 'expired' : 'pending';
}

export function isIn(model: AuthModel, login: ModelLogin): boolean {
  return !login.closed && !login.gone && login.expires > model.now;
}
