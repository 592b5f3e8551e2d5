import type { RestrictedAuthor } from '../../commands/assertMayChange.js';
import type { Config } from '../../config/config.js';
import {
  actorOf,
  type Caller,
  isAdmin,
  type MemberCaller,
  type PersonVisibility,
  wallOfPerson,
} from '../../domain/caller.js';
import { isPersonal } from '../../domain/layers.js';
import { caseless, projectKey } from '../../domain/names.js';
import type { NoteState } from '../../domain/observationTypes.js';
import { Rejection } from '../../domain/rejection.js';

type Rules = Pick<Config, 'auth' | 'sharedReading' | 'propose'>;

/** The member that a caller is, where walls concern it: on a vault for members only, unless it is an admin. */
export function walledMember(caller: Caller, { auth }: Rules): MemberCaller | undefined {
  return auth === 'session' && caller.kind === 'member' && !isAdmin(caller) ? caller : undefined;
}

/**
 * The team whose names of repositories somebody uses, and for which they are bound: that of what is written, so that a binding is seen
 * by nobody who may not see it. An admin may name one. Undefined for all.
 */
export function namingTeam(caller: Caller, { auth }: Rules, named?: string): string | undefined {
  if (auth !== 'session') return undefined;
  const own = caller.kind === 'member' ? caller.team : undefined;
  return isAdmin(caller) ? (named ?? own) : own;
}

/** What a caller may see. */
export function visibilityOf(caller: Caller, rules: Rules): PersonVisibility {
  const member = walledMember(caller, rules);
  const person = wallOfPerson(caller, rules.auth);
  const projects = caller.token?.projects;
  if (member && !rules.sharedReading)
    return { kind: 'team', team: member.team, savers: true, person, projects };
  return { kind: 'all', savers: rules.auth === 'session', person, projects };
}

/** The team whose the documents of a project are, for a caller that reads and writes as `ownTeam`: in `personal`, the caller itself. */
export function ownTeamIn(
  project: string,
  { sees, ownTeam }: { readonly sees: PersonVisibility; readonly ownTeam: string | undefined },
): string | undefined {
  return isPersonal(project) ? sees.person : ownTeam;
}

/** The author whose things a caller may change: itself behind a wall; undefined when it may change any. */
export function restrictedAuthor(caller: Caller, rules: Rules): RestrictedAuthor | undefined {
  const member = walledMember(caller, rules);
  const sees = visibilityOf(caller, rules);
  return (
    member && {
      actor: actorOf(member),
      email: member.email,
      sees,
      mayOnlyPropose: isNamed(rules, member.email),
    }
  );
}

/** Whether the owner named somebody whose notes wait until others accept them. */
const isNamed = ({ propose }: Rules, name: string | undefined) =>
  name !== undefined && propose.some((one) => caseless(one) === caseless(name));

/** What a caller writes in the name of: each is left out when the caller does not say it. */
interface Signed extends Owned {
  readonly author?: string | undefined;
}

interface Owned {
  readonly project?: string | undefined;
  readonly team?: string | undefined;
}

interface SignedNote extends Signed {
  readonly state?: NoteState | undefined;
}

/**
 * A note of a caller. A member's e-mail and team are its author and team by default, and what somebody writes who may only propose is
 * proposed, unless it is personal: nobody else could accept it. Throws `Rejection('forbidden')` when a member that walls concern
 * names others, and as `ofPerson`.
 */
export function signedBy<N extends SignedNote>(note: N, caller: Caller, rules: Rules): N {
  const signed = withAuthor(note, caller, rules);
  const email = caller.kind === 'member' ? caller.email : undefined;
  if (!isNamed(rules, signed.author) && !isNamed(rules, email)) return signed;
  return { ...signed, state: isPersonal(note.project) ? 'accepted' : 'proposed' };
}

function withAuthor<N extends Signed>(note: N, caller: Caller, rules: Rules): N {
  if (caller.kind !== 'member') return ofTeam(note, caller, rules);
  const { email } = caller;
  const author = walledMember(caller, rules)
    ? onlyOwn('author', note.author, email)
    : (note.author ?? email);
  return { ...ofTeam(note, caller, rules), author };
}

/** Something that a caller makes for a team, a member by default for its own, or in `personal` for itself. Throws as `signedBy`. */
export function ofTeam<T extends Owned>(made: T, caller: Caller, rules: Rules): T {
  assertInProjects(made, caller);
  if (isPersonal(made.project)) return ofPerson(made, caller, rules);
  if (caller.kind !== 'member') return made;
  const own = ofOwnTeam(made, caller, rules);
  return { ...own, team: own.team ?? caller.team };
}

/** Something that a member behind walls makes for its team, and others for the team that they name. Throws as `signedBy`. */
export function ofOwnTeam<T extends Owned>(made: T, caller: Caller, rules: Rules): T {
  assertInProjects(made, caller);
  const member = walledMember(caller, rules);
  return member ? { ...made, team: onlyOwn('team', made.team, member.team) } : made;
}

/** Throws `Rejection('forbidden')` where a token that is bound to projects would make something outside of them. */
function assertInProjects({ project }: Owned, { token }: Caller): void {
  const projects = token?.projects;
  if (!projects || (project !== undefined && projects.includes(projectKey(project)))) return;
  const message = `the token ${token.name} is bound to ${projects.join(', ')}: name such a project`;
  throw new Rejection('forbidden', `project: ${message}`, [{ path: '/project', message }]);
}

/** Something that a caller makes in the project `personal`. Throws `Rejection('invalid_payload')` when it names a team. */
function ofPerson<T extends Owned>(made: T, caller: Caller, rules: Rules): T {
  const message = 'must be left out: notes of the project personal belong only to you';
  if (made.team !== undefined)
    throw new Rejection('invalid_payload', `team: ${message}`, [{ path: '/team', message }]);
  return { ...made, team: wallOfPerson(caller, rules.auth) };
}

/**
 * Something that an admin brings as it was exported. In `personal` it belongs to whoever brings it. What has a team there comes from a
 * vault in which that was a project like any other, and stays as it is.
 */
export function broughtBy<T extends Owned>(made: T, caller: Caller, rules: Rules): T {
  const isOwn = isPersonal(made.project) && made.team === undefined;
  return isOwn ? ofPerson(made, caller, rules) : made;
}

function onlyOwn(field: 'author' | 'team', given: string | undefined, own: string): string {
  if (given === undefined || caseless(given) === caseless(own)) return own;
  throw new Rejection(
    'forbidden',
    `${field}: must be your own or left out; only an admin may write for others`,
  );
}
