import { Rejection } from '../domain/rejection.js';
import { caseless } from '../domain/text.js';
import type { ObservationState } from '../events/observation.js';
import type { SessionRecord } from '../events/session.js';

/** A member who may change only his or her own notes. */
export interface RestrictedAuthor {
  /** As in `Meta.actor`. */
  readonly actor: string;
  readonly email: string;
}

type Kept = Extract<ObservationState, { status: 'kept' }>;

/**
 * Throws `Rejection('forbidden')` unless `author` wrote the note: its first event has that actor, or (imported notes) its
 * `author` is that e-mail. When `author` is undefined, the caller may change any note.
 */
export function assertMayChange(
  { note, saved_by }: Kept,
  author: RestrictedAuthor | undefined,
): void {
  if (!author || saved_by === author.actor) return;
  if (note.author !== undefined && caseless(note.author) === caseless(author.email)) return;
  throw new Rejection('forbidden', 'only its author or an admin may change this observation');
}

/** Throws `Rejection('forbidden')` unless `author` started the session. When `author` is undefined, the caller may change any. */
export function assertMayChangeSession(
  { started_by }: NonNullable<SessionRecord>,
  author: RestrictedAuthor | undefined,
): void {
  if (!author || started_by === author.actor) return;
  throw new Rejection(
    'forbidden',
    'only the member that started this session or an admin may change it',
  );
}
