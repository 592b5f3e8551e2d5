import type { Observation } from '../domain/observation.js';
import { formatTime, toSeconds } from '../domain/time.js';
import type { ObservationState } from '../events/observation.js';

export type Kept = Extract<ObservationState, { status: 'kept' }>;

/**
 * An observation for a response, from its stream in the log: independent of the read models, and so without its links and
 * its pin. `saver` is who saved it, as answers show it; undefined when they do not.
 */
export function toObservation({ note, saved_at }: Kept, saver: string | undefined): Observation {
  const { content_hash: _hash, redactions: _redactions, supersedes: _link, ...shown } = note;
  const { created_at, tags, origin, ...rest } = shown;
  return {
    ...rest,
    ...(saver !== undefined && { saved_by: saver }),
    ...(origin && { origin: { instance: origin.instance, id: origin.id } }),
    tags: [...tags],
    created_at: formatTime(created_at ?? toSeconds(saved_at)),
  };
}
