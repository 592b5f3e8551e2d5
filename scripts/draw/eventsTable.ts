import { CURRENT_SCHEMA } from '../../src/events/vaultEvent.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { markdownTable } from '../../tools/markdownTable.js';

/** Every event type with its schema, and the read models that it feeds. */
export function eventsTable(): string {
  const rows = Object.entries(CURRENT_SCHEMA).map(([type, schema]) => {
    const readers = allProjections.filter(({ handlers }) => Object.hasOwn(handlers, type));
    return [
      `\`${type}\``,
      String(schema),
      readers.map(({ name }) => `\`${name}\``).join(', ') || '–',
    ];
  });
  return markdownTable(['event', 'schema', 'read models'], rows);
}
