import { FLOORS, type Floor } from '../../test/support/floors.js';
import { ROOMS } from './rooms.js';

/** Every room of `src`, what lives there, and which rooms it may import: a test holds the imports to that. */
export function floorsTable(): string {
  // The keys of FLOORS are the floors; Object.entries forgets it.
  const rows = (Object.entries(FLOORS) as [Floor, readonly string[]][]).map(
    ([room, below]) =>
      `| \`${room}\` | ${ROOMS[room]} | ${below.length > 0 ? below.join(', ') : '–'} |`,
  );
  return ['| room | what lives there | may import |', '| --- | --- | --- |', ...rows].join('\n');
}
