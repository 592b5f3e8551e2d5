/** What each floor may import. `docs/architecture.md` shows this table, drawn from here. */
export const FLOORS = {
  domain: [],
  events: ['domain'],
  log: ['events', 'domain'],
  commands: ['log', 'events', 'domain'],
  projections: ['log', 'events', 'domain'],
  queries: ['projections', 'log', 'domain'],
  hive: ['queries', 'commands', 'log', 'events', 'domain'],
  app: ['hive', 'queries', 'commands', 'projections', 'log', 'events', 'domain'],
  http: ['app', 'hive', 'queries', 'commands', 'events', 'domain'],
  main: ['http', 'app', 'hive', 'queries', 'commands', 'projections', 'log', 'events', 'domain'],
} as const;

export type Floor = keyof typeof FLOORS;

/** Files outside the rooms. */
const LOOSE: Record<string, Floor> = {
  'adminKey.ts': 'app',
  'app.ts': 'app',
  'config.ts': 'app',
  'version.ts': 'app',
  'cli.ts': 'main',
  'main.ts': 'main',
  'portHolder.ts': 'main',
  'progressLine.ts': 'main',
  'rebuild.ts': 'main',
};

/** The floor of a file by its path below src, or undefined when it has none. */
export function floorOf(file: string): Floor | undefined {
  const room = file.split('/')[0] ?? '';
  // A room that is a key of FLOORS is a floor.
  return file.includes('/') && Object.hasOwn(FLOORS, room) ? (room as Floor) : LOOSE[file];
}
