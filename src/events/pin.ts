import { unreachable } from '../domain/unreachable.js';
import type { Fact, Stream } from './recorded.js';

/** The note that was pinned or is no longer. Its text is nowhere in these events: they outlive a note that is forgotten. */
export interface PinnedNote {
  readonly id: string;
}

export type PinFact = Fact<'pin.set', PinnedNote> | Fact<'pin.removed', PinnedNote>;

/** `pin/<ULID of the note>`. The state is whether it is pinned. */
export const pin: Stream<boolean, PinFact> = {
  name: 'pin',
  initial: false,
  folds: 'last',
  evolve(_state, event) {
    switch (event.type) {
      case 'pin.set':
        return true;
      case 'pin.removed':
        return false;
      default:
        return unreachable(event);
    }
  },
};
