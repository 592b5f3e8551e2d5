/**
 * What each floor may import. A floor is a folder of `src`, and `cli` has `src/cli.ts`, too. `docs/architecture.md`
 * shows this table, drawn from here.
 */
export const FLOORS = {
  diagnostics: [],
  domain: [],
  files: ['diagnostics'],
  config: ['files', 'diagnostics', 'domain'],
  secrets: ['files', 'diagnostics', 'domain'],
  threads: ['diagnostics'],
  sqlite: ['threads', 'files', 'diagnostics'],
  events: ['domain'],
  log: ['sqlite', 'threads', 'files', 'events', 'diagnostics', 'domain'],
  commands: ['log', 'events', 'diagnostics', 'domain'],
  projections: ['sqlite', 'events', 'domain'],
  views: [
    ...['projections', 'log', 'sqlite', 'threads', 'files', 'events', 'diagnostics', 'domain'],
  ],
  queries: ['views', 'projections', 'log', 'sqlite', 'threads', 'events', 'diagnostics', 'domain'],
  hive: ['queries', 'commands', 'log', 'sqlite', 'config', 'events', 'diagnostics', 'domain'],
  maintenance: [
    ...['queries', 'views', 'projections', 'commands', 'log', 'sqlite', 'threads'],
    ...['secrets', 'files', 'config', 'events', 'diagnostics', 'domain'],
  ],
  app: [
    ...['maintenance', 'hive', 'queries', 'views', 'projections', 'commands', 'log', 'sqlite'],
    ...['threads', 'secrets', 'files', 'config', 'events', 'diagnostics', 'domain'],
  ],
  http: [
    ...['app', 'maintenance', 'hive', 'queries', 'commands', 'config', 'events'],
    ...['diagnostics', 'domain'],
  ],
  cli: [
    ...['http', 'app', 'maintenance', 'hive', 'queries', 'views', 'projections', 'commands', 'log'],
    ...['sqlite', 'threads', 'secrets', 'files', 'config', 'events', 'diagnostics', 'domain'],
  ],
} as const;

export type Floor = keyof typeof FLOORS;

/** The floor of a file by its path below src; undefined when it is in no room. */
export function floorOf(file: string): Floor | undefined {
  const room = file.replace(/\.ts$/, '').split('/')[0] ?? '';
  // A room that is a key of FLOORS is a floor.
  return Object.hasOwn(FLOORS, room) && (file.includes('/') || file === 'cli.ts')
    ? (room as Floor)
    : undefined;
}
