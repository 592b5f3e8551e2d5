import { FLOORS } from '../../test/support/floors.js';

/** The floors and what each may import, from the table that a test holds the imports to. */
export function floorsTable(): string {
  const rows = Object.entries(FLOORS).map(
    ([floor, below]) => `| ${floor} | ${below.length > 0 ? below.join(', ') : '–'} |`,
  );
  return ['| floor | may import |', '| --- | --- |', ...rows].join('\n');
}
