import { isOfPerson, NO_WALL, OF_PERSON, wallOf } from '../domain/caller.js';
import { sha256Hex } from '../domain/hash.js';
import { projectKey } from '../domain/names.js';
import { toSeconds } from '../domain/time.js';

/** The actor and the request that caused an event. It is never erased, so it must not hold anything sensitive. */
export interface Meta {
  readonly actor: string;
  readonly request_id?: string;
  /** The run of an import that wrote it, or that was undone by it: a ULID. */
  readonly run?: string;
}

/** An event in the log. */
export interface Recorded<T extends string, D> {
  /** Place in the log, gapless from 1. */
  readonly position: number;
  readonly id: string;
  readonly stream: string;
  /** Place in the stream, gapless from 1. */
  readonly version: number;
  readonly type: T;
  /** Milliseconds since 1970, never decreasing along the log. */
  readonly at: number;
  readonly meta: Meta;
  readonly data: D;
}

/** An event whose payload was erased. Its envelope stays in the log. */
export interface Erased extends Omit<Recorded<'erased', null>, 'data'> {
  /** Type of the event. */
  readonly erasedType: string;
}

/** The result of a decision, before it is recorded in the log. */
export interface Fact<T extends string, D> {
  readonly type: T;
  readonly data: D;
}

/** When something came about, in seconds since 1970: an import says it as `at`, else it is the time of its event. */
export function secondsOf({
  at,
  data,
}: {
  readonly at: number;
  readonly data: { readonly at?: number | undefined };
}): number {
  return data.at ?? toSeconds(at);
}

/** The recorded form of a fact, case by case. */
export type RecordedFact<F> = F extends Fact<infer T, infer D> ? Recorded<T, D> : never;

/**
 * What makes one thing a duplicate of another: the same hash (SHA-256 in hex) in the same scope, such as the content of a
 * note in a session.
 */
export interface DedupKey {
  readonly scope: string;
  readonly hash: string;
}

/**
 * The key of the stream of a prompt or team: the first 32 hex digits of the SHA-256 of its name. Stream names
 * are never erased, but the name itself may have to be. What a team has under a name is another thing than what
 * everybody has under it; no name holds a NUL.
 */
export function streamKey(name: string, team?: string): string {
  const whole = team === undefined ? name : `${wallOf(team)}\0${name}`;
  return sha256Hex(whole).slice(0, 32);
}

/**
 * What stays known of the team of a thing that is forgotten: `streamKey` of its wall, or '' where it has none. Like the wall, it
 * says of what belonged to a person that it did.
 */
export function wallKey(team: string | null | undefined): string {
  const wall = wallOf(team);
  if (wall === NO_WALL) return NO_WALL;
  return isOfPerson(wall) ? OF_PERSON + streamKey(wall) : streamKey(wall);
}

/** The key of a stream of a project, for a team or for all: `streamKey` of the name as it is compared. */
export function projectStreamKey(project: string, team?: string): string {
  return streamKey(projectKey(project), team);
}

/**
 * The keys that a project's stream may have in this log: today's, and behind it that of release 0.1.0, which named streams
 * after the spelling. They are the same for a name in lower case.
 */
export function projectStreamKeys(
  project: string,
  team?: string,
): readonly [today: string, ...earlier: string[]] {
  const [today, earlier] = [projectStreamKey(project, team), streamKey(project, team)];
  return earlier === today ? [today] : [today, earlier];
}
