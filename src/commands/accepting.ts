import { isOfPerson, maySee, maySeeThing, type Visibility } from '../domain/caller.js';
import { Rejection } from '../domain/rejection.js';
import { suspicionOf } from '../domain/suspect.js';
import { type KeptNote, type ObservationState, observation } from '../events/observation.js';
import { wallKey } from '../events/recorded.js';
import { noObservation, type RestrictedAuthor } from './assertMayChange.js';
import { command } from './command.js';

/** A decision about a note that is proposed. */
interface Deciding {
  readonly id: string;
  /** What the caller may see, and whose notes it may decide about: those of its own team. */
  readonly sees: Visibility;
  readonly decides?: Visibility | undefined;
  readonly author?: RestrictedAuthor | undefined;
  /** The revision that was read, where it is said: another one is not decided about. */
  readonly revision?: number | undefined;
}

/**
 * Accepts a note that is proposed: from now on it counts, and its revisions are counted from there. One that counts already is no
 * change. Throws `conflict` for one that speaks to its reader (`suspicionOf`), and `forbidden` for who may only propose.
 */
export const acceptObservation = command({
  name: 'acceptObservation',
  redact: async (input: Deciding) => input,
  identity: ({ id, revision }) => ({ id, revision }),
  stream: observation,
  streamKey: ({ id }) => id,
  decide(state, input) {
    const { note, saved_version, revision } = decidedOn(state, input);
    if (note.state === undefined) return [];
    const { id } = input;
    const suspicion = suspicionOf(note);
    if (suspicion !== null) {
      const message = `${id} speaks to the model that reads it: ${suspicion}; edit it first, or refuse it`;
      throw new Rejection('conflict', message);
    }
    const { session_id, project, origin, supersedes, content_hash, valid_until, review_after } =
      note;
    const { type, title, content, tags, anchors } = note;
    const said = { type, title, content, tags, anchors, content_hash, valid_until, review_after };
    const accepted_in = saved_version + revision;
    const of = { id, session_id, project, accepted_in, origin, supersedes, redactions: [] };
    return [{ type: 'observation.revised', data: { ...of, ...said } }];
  },
});

/** Forgets a note that is proposed. Throws `conflict` for one that counts, and as `acceptObservation`. */
export const refuseObservation = command({
  name: 'refuseObservation',
  redact: async (input: Deciding) => input,
  identity: ({ id, revision }) => ({ id, revision }),
  stream: observation,
  streamKey: ({ id }) => id,
  decide(state, input) {
    const { note } = decidedOn(state, input);
    const { id } = input;
    if (note.state === undefined) {
      throw new Rejection('conflict', `the observation ${id} is accepted: forget it instead`);
    }
    const data = { id, session_id: note.session_id, wall_key: wallKey(note.team) };
    return [{ type: 'observation.forgotten', data }];
  },
});

function decidedOn(state: ObservationState, input: Deciding) {
  const { id, sees, decides = sees, author, revision } = input;
  if (state?.status !== 'kept' || !maySeeThing(sees, state.note)) throw noObservation(id);
  if (!maySee(decides, state.note.team))
    throw new Rejection('forbidden', 'only its own team decides about this observation');
  if (author?.mayOnlyPropose) throw mayOnlyPropose();
  const isRead = revision === undefined || revision === state.revision;
  if (state.note.state === 'proposed' && !isRead) {
    const message = `the observation ${id} has been changed: it is at revision ${state.revision}; read it again`;
    throw new Rejection('conflict', message);
  }
  return state;
}

/**
 * Throws `forbidden` for a change of what counts by somebody whose notes wait for others to accept them (VAULT_PROPOSE); what is
 * personal concerns no others.
 */
export function assertMayChangeCounting(
  { state, team }: Pick<KeptNote, 'state' | 'team'>,
  author: RestrictedAuthor | undefined,
): void {
  if (author?.mayOnlyPropose && state === undefined && !isOfPerson(team)) throw mayOnlyPropose();
}

const mayOnlyPropose = () =>
  new Rejection('forbidden', 'you propose notes, and others accept them (VAULT_PROPOSE)');

/** Throws `conflict` for a note that nobody has accepted yet. */
export function assertAccepted({ id, state }: Pick<KeptNote, 'id' | 'state'>): void {
  if (state === undefined) return;
  throw new Rejection('conflict', `the observation ${id} is proposed: accept it first`);
}
