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

/** Files outside the rooms, and a room that belongs to a floor of another name. */
const LOOSE: Record<string, Floor> = {
  cli: 'main',
  'adminKey.ts': 'app',
  'abandonIdleSessions.ts': 'app',
  'app.ts': 'app',
  'appOptions.ts': 'app',
  'appThreads.ts': 'app',
  'audit.ts': 'app',
  'backup.ts': 'app',
  'checkpointKey.ts': 'app',
  'keepPrivate.ts': 'app',
  'config.ts': 'app',
  'dataFiles.ts': 'app',
  'configError.ts': 'app',
  'hiveConfig.ts': 'app',
  'secretFiles.ts': 'app',
  'settingTypes.ts': 'app',
  'eraser.ts': 'app',
  'logThread.ts': 'app',
  'logWork.ts': 'app',
  'signCheckpoint.ts': 'app',
  'newTokens.ts': 'app',
  'secretFile.ts': 'app',
  'vaultHive.ts': 'app',
  'version.ts': 'app',
  'askService.ts': 'main',
  'cli.ts': 'main',
  'main.ts': 'main',
  'privatePatterns.ts': 'app',
  'portHolder.ts': 'main',
  'progressLine.ts': 'main',
  'readTogether.ts': 'app',
  'rebuild.ts': 'main',
  'restore.ts': 'main',
  'scrub.ts': 'main',
  'verify.ts': 'app',
  'rebuildOverHttp.ts': 'main',
};

/** The floor of a file by its path below src, or undefined when it has none. */
export function floorOf(file: string): Floor | undefined {
  const room = file.split('/')[0] ?? '';
  // A room that is a key of FLOORS is a floor.
  return file.includes('/') && Object.hasOwn(FLOORS, room)
    ? (room as Floor)
    : (LOOSE[file] ?? LOOSE[room]);
}
