import { type ObservationState, observation } from '../events/observation.js';
import { pin } from '../events/pin.js';
import { assertMayChange, noObservation, type RestrictedAuthor } from './assertMayChange.js';
import { command } from './command.js';

interface SetPin {
  /** The whole id of the note. */
  readonly id: string;
  readonly pinned: boolean;
  /** Undefined when the caller may pin any note. */
  readonly author?: RestrictedAuthor | undefined;
}

/**
 * Pins a note, or takes its pin away. Whoever may revise the note may do so. Nothing is recorded when it is so already. A
 * note that is forgotten loses its pin: the read models show none without its note, and its id never comes again.
 */
export const setPin = command({
  name: 'setPin',
  redact: async (input: SetPin): Promise<SetPin & { readonly note?: ObservationState }> => input,
  stream: pin,
  streamKey: ({ id }) => id,
  lookUp: async (input, read) => ({ ...input, note: await read(observation, input.id) }),
  decide(isPinned, { id, pinned, author, note }) {
    if (note?.status !== 'kept') throw noObservation(id);
    assertMayChange(note, author);
    if (pinned === isPinned) return [];
    return [{ type: pinned ? 'pin.set' : 'pin.removed', data: { id } }];
  },
});
