import { FLOORS, type Floor } from '../../test/support/floors.js';
import { markdownTable } from '../../tools/markdownTable.js';
import { ROOMS } from './rooms.js';

/** Every room of `src`, what lives there, and which rooms it may import: a test holds the imports to that. */
export function floorsTable(): string {
  // The cast is safe: the keys of FLOORS are the floors, but the type of Object.entries does not say so.
  const rows = (Object.entries(FLOORS) as [Floor, readonly string[]][]).map(([room, below]) => [
    `\`${room}\``,
    ROOMS[room],
    below.length > 0 ? below.join(', ') : '–',
  ]);
  return markdownTable(['room', 'what lives there', 'may import'], rows);
}
