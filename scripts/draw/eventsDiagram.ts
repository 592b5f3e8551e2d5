import { CURRENT_SCHEMA } from '../../src/events/vaultEvent.js';
import { allProjections } from '../../src/projections/allProjections.js';

/** Which event types feed which read models, as a Mermaid flowchart. */
export function eventsDiagram(): string {
  const id = (type: string) => type.replace('.', '_');
  const events = Object.entries(CURRENT_SCHEMA).map(
    ([type, schema]) => `  ${id(type)}["${type} (schema ${schema})"]`,
  );
  const views = allProjections.map(({ name }) => `  view_${name}[("${name}")]`);
  const arrows = allProjections.flatMap(({ name, handlers }) =>
    Object.keys(handlers).map((type) => `  ${id(type)} --> view_${name}`),
  );
  return ['```mermaid', 'flowchart LR', ...events, ...views, ...arrows, '```'].join('\n');
}
