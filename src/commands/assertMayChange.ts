import { isSameHolder } from '../domain/actor.js';
import { isInProjects, isOfOtherPerson, maySee, type Visibility } from '../domain/caller.js';
import { caseless } from '../domain/names.js';
import { Rejection } from '../domain/rejection.js';
import type { ObservationState } from '../events/observation.js';
import type { SessionRecord } from '../events/session.js';

/** A member who may change only what he or she made. */
export interface RestrictedAuthor {
  /** As in `Meta.actor`. */
  readonly actor: string;
  readonly email: string;
  readonly sees: Visibility;
  /** Whether what this member writes waits for others to accept it. */
  readonly mayOnlyPropose?: boolean;
}

/** What a thing is changed by: its id, and the author whose rights are restricted; undefined when the caller may change any. */
export interface Change {
  readonly id: string;
  readonly author?: RestrictedAuthor | undefined;
}

type Kept = Extract<ObservationState, { status: 'kept' }>;

/**
 * Throws `Rejection('forbidden')` unless `author` wrote the note: its first event has that actor, or (imported notes) its
 * `author` is that e-mail. Throws `not_found` for a note that `author` may not see. When `author` is undefined, the caller
 * may change any note but a personal one of somebody else, which it does not see either.
 */
export function assertMayChange(
  { note, saved_by }: Kept,
  author: RestrictedAuthor | undefined,
  sees: Visibility,
): void {
  if (isOfOtherPerson(note.team, sees) || !isInProjects(sees, note.project))
    throw noObservation(note.id);
  if (!author) return;
  if (!maySee(author.sees, note.team)) throw noObservation(note.id);
  if (isSameHolder(saved_by, author.actor)) return;
  if (note.author !== undefined && caseless(note.author) === caseless(author.email)) return;
  throw new Rejection('forbidden', 'only its author or an admin may change this observation');
}

/**
 * Throws `Rejection('forbidden')` unless `author` started the session, and `not_found` when `author` may not see it. When
 * `author` is undefined, the caller may change any session but a personal one of somebody else.
 */
export function assertMayChangeSession(
  { started, saved_by }: NonNullable<SessionRecord>,
  author: RestrictedAuthor | undefined,
  sees: Visibility,
): void {
  if (isOfOtherPerson(started.team, sees) || !isInProjects(sees, started.project))
    throw noSession(started.id);
  if (!author) return;
  if (!maySee(author.sees, started.team)) throw noSession(started.id);
  if (isSameHolder(saved_by, author.actor)) return;
  throw new Rejection('forbidden', 'only who started it or an admin may change this session');
}

/**
 * The rejection for an unknown, forgotten or hidden note. All get the same answer, so it does not reveal that there is or
 * was a note.
 */
export function noObservation(id: string): Rejection {
  return new Rejection('not_found', `there is no observation ${id}`);
}

/** The rejection for an unknown or hidden session. */
export function noSession(id: string): Rejection {
  return new Rejection('not_found', `there is no session ${id}`);
}
