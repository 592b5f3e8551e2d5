import { Rejection } from '../domain/rejection.js';
import { caseless } from '../domain/text.js';
import type { ObservationState } from '../events/observation.js';

/** A member who may change only what it authored. */
export interface RestrictedAuthor {
  /** As events name it. */
  readonly actor: string;
  readonly email: string;
}

type Kept = Extract<ObservationState, { status: 'kept' }>;

/**
 * Throws `Rejection('forbidden')` unless a note is of that author: saved by it, or signed with its
 * e-mail, as those are that were imported. Without an author anybody may change it.
 */
export function assertMayChange(
  { note, saved_by }: Kept,
  author: RestrictedAuthor | undefined,
): void {
  if (!author || saved_by === author.actor) return;
  if (note.author !== undefined && caseless(note.author) === caseless(author.email)) return;
  throw new Rejection('forbidden', 'only its author or an admin may change this observation');
}
