import { memberIdOf } from '../domain/actor.js';
import { maySee, memberOfWall, type Visibility } from '../domain/caller.js';
import { sentName } from '../domain/hiveNames.js';
import { tryParse } from '../domain/json.js';
import { isPersonal } from '../domain/layers.js';
import { caseless, projectKey } from '../domain/names.js';
import type { ObservationSaved } from '../events/observation.js';
import { type TokenCreated, wallOfHolder } from '../events/token.js';
import type { VaultEvent } from '../events/vaultEvent.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';

/** What of the log belongs to a project, a person or a team. It learns from each event, so it sees them in order. */
export interface Belongings {
  /** Whether an event makes something theirs: all that its stream holds, or of a stream that goes on, itself alone. */
  owns(event: VaultEvent): boolean;
  /** Whether an event that is not theirs names them in a text. */
  mentions(event: VaultEvent): boolean;
}

/** The names under which something is in the log: the given one, and the one that the privacy filter makes of it. */
export async function namesInLog(name: string, filter: PrivacyFilter): Promise<readonly string[]> {
  return [...new Set([name, (await filter(name)).text])];
}

/**
 * What belongs to a project, whose names are compared without case: what was recorded for it, and notes that name no
 * project and were saved in one of its sessions. Of what is personal, it is that of who asks.
 */
export function belongingsOfProject(names: readonly string[], sees: Visibility): Belongings {
  const is = sameName(names, projectKey);
  const isOf = ({
    project,
    team,
  }: {
    readonly project: string;
    readonly team?: string | undefined;
  }) => is(project) && maySee(sees, team);
  // Bound to `personal`, a token is about what its holder has there.
  const isOfToken = ({ holder, projects = [] }: TokenCreated) =>
    projects.some((one) => is(one) && (!isPersonal(one) || maySee(sees, wallOfHolder(holder))));
  const started = new Set<string>();
  const sessions = new Set<string>();
  return {
    owns(event) {
      switch (event.type) {
        case 'observation.saved': {
          const { project: named, session_id } = event.data;
          if (named === undefined) return session_id !== null && sessions.has(session_id);
          return isOf({ ...event.data, project: named }) || is(sentIn(event.data, named));
        }
        case 'session.started':
          started.add(event.data.id);
          if (isOf(event.data)) sessions.add(event.data.id);
          return isOf(event.data);
        case 'told.given':
          // Of one whose session is forgotten, nobody knows any more what it belonged to.
          return sessions.has(event.data.session_id) || !started.has(event.data.session_id);
        case 'conventions.published':
        case 'sdd.phase_entered':
          return isOf(event.data);
        case 'hive.project_paused':
        case 'hive.project_resumed':
        case 'repository.bound':
          return is(event.data.project);
        case 'token.created':
          return isOfToken(event.data);
        case 'vault.purged':
          return is(event.data.filters.project);
        case 'admin.acted':
          return is(event.data.detail.project);
        default:
          return false;
      }
    },
    mentions: () => false,
  };
}

/**
 * What is about a person, by e-mail address or name as an author, compared without case, or by the id of a member: the
 * membership with invites and logins, the notes that carry the address, what the member saved without naming another
 * author, what is personal of the member, and the sessions and prompts that the member began.
 */
export function belongingsOfPerson(names: readonly string[]): Belongings {
  const is = sameName(names);
  const members = new Set(names.map((name) => name.toUpperCase()));
  const prompts = new Set<string>();
  const sessions = new Set<string>();
  const isBy = ({ meta }: VaultEvent) => members.has(memberIdOf(meta.actor) ?? '');
  const sought = names.map((name) => name.toLowerCase());
  return {
    owns(event) {
      switch (event.type) {
        case 'member.added':
          if (is(event.data.email)) members.add(event.data.id);
          return members.has(event.data.id);
        case 'invite.issued':
          return members.has(event.data.member_id);
        case 'token.created':
          return event.data.holder.kind === 'member' && members.has(event.data.holder.member_id);
        case 'observation.saved':
          if (members.has(memberOfWall(event.data.team) ?? '')) return true;
          if (event.data.author === undefined) return isBy(event);
          return is(event.data.author) || is(sentIn(event.data, event.data.author));
        case 'session.started':
          if (isBy(event)) sessions.add(event.data.id);
          return isBy(event);
        case 'told.given':
          return isBy(event) || sessions.has(event.data.session_id);
        case 'prompt.saved': {
          // Who saved the first version made the prompt.
          const isFirst = !prompts.has(event.stream);
          prompts.add(event.stream);
          return isFirst && isBy(event);
        }
        case 'admin.acted':
          return textsIn(event.data.detail).some(is);
        default:
          return false;
      }
    },
    mentions: ({ data }) =>
      textsIn(withoutHashes(data)).some((text) => {
        if (ID_OR_DIGEST.test(text)) return false;
        const lower = text.toLowerCase();
        return sought.some((name) => lower.includes(name));
      }),
  };
}

/** What ends with a team, besides the team itself: invites and logins, and what the owner recorded under its name. */
export function belongingsOfTeam(team: { readonly id: string; readonly name: string }): Belongings {
  const is = sameName([team.name]);
  return {
    owns(event) {
      switch (event.type) {
        case 'invite.issued':
          return event.data.team_id === team.id;
        case 'token.created':
          return event.data.holder.kind === 'member' && event.data.holder.team_id === team.id;
        case 'vault.purged':
          return is(event.data.filters.team);
        case 'admin.acted':
          return is(event.data.detail.team);
        default:
          return false;
      }
    },
    mentions: () => false,
  };
}

/** A name in a note as the vault of its origin sent it; undefined in a note of this vault. */
function sentIn({ origin }: ObservationSaved, name: string): string | undefined {
  return origin && sentName(name);
}

function sameName(
  names: readonly string[],
  compared: (name: string) => string = caseless,
): (other: string | undefined) => boolean {
  const wanted = names.map(compared);
  return (other) => other !== undefined && wanted.includes(compared(other));
}

/** Nobody wrote these, although the letters of a short name such as `Ada` may stand in them. */
const ID_OR_DIGEST = /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-9a-f]{32}|[0-9a-f]{64})$/;

/** The data of an event without the digits in its anchors, in which a short name may stand by chance. */
function withoutHashes(data: VaultEvent['data']): unknown {
  if (!('anchors' in data)) return data;
  const anchors = data.anchors?.map(({ path, symbol, branch }) => ({ path, symbol, branch }));
  return { ...data, anchors };
}

/** All strings in a JSON value, and in strings that are JSON themselves, as those of an act are. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    return [value, ...textsIn(/^[[{]/.test(value) ? tryParse(value) : undefined)];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
