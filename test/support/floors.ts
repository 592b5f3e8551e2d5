/**
 * What each floor may import. A floor is a folder of `src`; `cli` and `hook` have `src/cli.ts` and `src/hook.ts`, too.
 * `docs/architecture.md` shows this table, drawn from here.
 */
export const FLOORS = {
  diagnostics: [],
  domain: [],
  files: ['diagnostics'],
  config: ['files', 'diagnostics', 'domain'],
  secrets: ['files', 'diagnostics', 'domain'],
  connect: ['files', 'config', 'diagnostics', 'domain'],
  hook: ['connect', 'files', 'diagnostics', 'domain'],
  threads: ['diagnostics'],
  sqlite: ['threads', 'files', 'diagnostics'],
  import: ['sqlite', 'files', 'config', 'diagnostics', 'domain'],
  events: ['domain'],
  log: ['sqlite', 'threads', 'files', 'events', 'diagnostics', 'domain'],
  commands: ['log', 'events', 'diagnostics', 'domain'],
  projections: ['sqlite', 'events', 'domain'],
  views: ['projections', 'log', 'sqlite', 'threads', 'files', 'events', 'diagnostics', 'domain'],
  queries: ['views', 'projections', 'log', 'sqlite', 'threads', 'events', 'diagnostics', 'domain'],
  hive: ['queries', 'commands', 'log', 'sqlite', 'config', 'events', 'diagnostics', 'domain'],
  maintenance: [
    'queries',
    'views',
    'projections',
    'commands',
    'log',
    'sqlite',
    'threads',
    'secrets',
    'files',
    'config',
    'events',
    'diagnostics',
    'domain',
  ],
  app: [
    'maintenance',
    'hive',
    'queries',
    'views',
    'projections',
    'commands',
    'log',
    'sqlite',
    'threads',
    'secrets',
    'files',
    'config',
    'events',
    'diagnostics',
    'domain',
  ],
  mcp: ['connect', 'config', 'domain'],
  http: [
    'mcp',
    'connect',
    'app',
    'maintenance',
    'hive',
    'queries',
    'commands',
    'config',
    'events',
    'diagnostics',
    'domain',
  ],
  setup: ['hook', 'connect', 'config', 'files', 'diagnostics', 'domain'],
  cli: [
    'import',
    'setup',
    'hook',
    'mcp',
    'connect',
    'http',
    'app',
    'maintenance',
    'hive',
    'queries',
    'views',
    'projections',
    'commands',
    'log',
    'sqlite',
    'threads',
    'secrets',
    'files',
    'config',
    'events',
    'diagnostics',
    'domain',
  ],
} as const;

export type Floor = keyof typeof FLOORS;

/** The floor of a file by its path below src; undefined when it is in no room. */
export function floorOf(file: string): Floor | undefined {
  const room = file.replace(/\.ts$/, '').split('/')[0] ?? '';
  const isInRoom = file.includes('/') || ['cli.ts', 'hook.ts'].includes(file);
  // A room that is a key of FLOORS is a floor.
  return isInRoom && Object.hasOwn(FLOORS, room) ? (room as Floor) : undefined;
}
