import { maySeeThing, type Visibility } from '../domain/caller.js';
import { Rejection } from '../domain/rejection.js';
import { type KeptNote, type ObservationState, observation } from '../events/observation.js';
import type { ReadState } from './command.js';

/** A request for a note that may take the place of another. */
export interface Superseding {
  /** A whole id; null where it is to take no place any more. */
  readonly supersedes?: string | null | undefined;
  /** Whether the note that `supersedes` names is there and the caller sees it; undefined until it was looked up. */
  readonly supersededIsThere?: boolean;
  /** Whether that note takes the place of this one, directly or by others. */
  readonly leadsBack?: boolean;
}

/** Looks up whether the note that `supersedes` names is there. */
export async function withSuperseded<N extends Superseding>(
  input: N,
  read: ReadState,
  sees: Visibility,
): Promise<N> {
  if (typeof input.supersedes !== 'string') return input;
  const other = await read(observation, input.supersedes);
  const supersededIsThere = other?.status === 'kept' && maySeeThing(sees, other.note);
  return { ...input, supersededIsThere };
}

/** Notes of a chain that are looked at: an import may have brought a circle of others. */
const MOST_STEPS = 1000;

/** The same of a note that is there already, and whether the other one leads back to it. */
export async function withChain<N extends Superseding & { readonly id: string }>(
  input: N,
  read: ReadState,
  sees: Visibility,
): Promise<N> {
  let next = input.supersedes;
  for (let steps = 0; steps < MOST_STEPS && next && next !== input.id; steps += 1) {
    const state: ObservationState = await read(observation, next);
    next = state?.status === 'kept' ? state.note.supersedes : undefined;
  }
  return { ...(await withSuperseded(input, read, sees)), leadsBack: next === input.id };
}

/**
 * Throws when a note cannot take the place of one that is not there. With an `id` it comes from an export, where the other
 * one may come later or be forgotten. No loop comes of that: nobody follows more than one step.
 */
export function assertMaySupersede({
  id,
  supersedes,
  supersededIsThere,
}: Superseding & { readonly id: string | undefined }): void {
  if (!supersedes || supersededIsThere) return;
  if (supersedes === id) throw refused('invalid_payload', 'a note cannot supersede itself');
  if (id !== undefined) return;
  throw refused('not_found', `there is no observation ${supersedes}`);
}

function refused(code: 'invalid_payload' | 'not_found' | 'conflict', message: string): Rejection {
  return new Rejection(code, `supersedes: ${message}`, [{ path: '/supersedes', message }]);
}

/**
 * Whose place a note takes after a revision: null for none any more, undefined where nobody ever said it. Throws where that note is
 * not there, or takes the place of this one.
 */
export function supersededBy(
  note: Pick<KeptNote, 'supersedes'>,
  change: Superseding & { readonly id: string },
): string | null | undefined {
  const { supersedes = note.supersedes } = change;
  if ((supersedes ?? null) === (note.supersedes ?? null)) return note.supersedes;
  if (supersedes === null || supersedes === undefined) return supersedes;
  if (supersedes === change.id) throw refused('invalid_payload', 'a note cannot supersede itself');
  if (!change.supersededIsThere)
    throw refused('not_found', `there is no observation ${supersedes}`);
  if (change.leadsBack)
    throw refused(
      'conflict',
      'that note takes the place of this one: take that away first, by null',
    );
  return supersedes;
}
