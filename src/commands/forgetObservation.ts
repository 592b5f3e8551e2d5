import { observation } from '../events/observation.js';
import { wallKey } from '../events/recorded.js';
import { assertMayChange, noObservation, type RestrictedAuthor } from './assertMayChange.js';
import { command } from './command.js';

/** Forgets a note with all its revisions. Recording the event erases their texts from the log. */
export const forgetObservation = command({
  name: 'forgetObservation',
  redact: async (input: { id: string; author?: RestrictedAuthor | undefined }) => input,
  stream: observation,
  streamKey: (input) => input.id,
  decide(state, { id, author }) {
    if (state?.status !== 'kept') throw noObservation(id);
    assertMayChange(state, author);
    const { session_id, team } = state.note;
    const data = { id, session_id, wall_key: wallKey(team) };
    return [{ type: 'observation.forgotten', data }];
  },
});
