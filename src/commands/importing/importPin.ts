import { type ObservationState, observation } from '../../events/observation.js';
import { pin } from '../../events/pin.js';
import { toldBy } from '../../events/told.js';
import { command } from '../command.js';
import { isByImport } from './openRun.js';

interface Pinning {
  readonly run: string;
  /** Of the note. */
  readonly id: string;
  readonly note?: ObservationState;
}

/** Pins a note that was imported, unless somebody took its pin away here. */
export const importPin = command({
  name: 'importPin',
  redact: async (input: Pinning) => input,
  stream: toldBy(pin),
  streamKey: ({ id }) => id,
  lookUp: async (input, read) => ({ ...input, note: await read(observation, input.id) }),
  decide({ events }, { id, note }) {
    const last = events.at(-1);
    if (note?.status !== 'kept' || last?.type === 'pin.set') return [];
    if (last && !isByImport(last)) return [];
    return [{ type: 'pin.set', data: { id } }];
  },
});

/** Takes away the pin of a note that an undone import forgot: the note may come back without one. */
export const dropPin = command({
  name: 'dropPin',
  redact: async (input: { readonly id: string }) => input,
  stream: pin,
  streamKey: ({ id }) => id,
  decide: (isPinned, { id }) => (isPinned ? [{ type: 'pin.removed', data: { id } }] : []),
});
