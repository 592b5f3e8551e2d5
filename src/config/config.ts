import { z } from 'zod';
import { type Host, isLoopback } from '../domain/host.js';
import { backupDirOf, dataDirOf } from './dataDir.js';
import {
  HIVE_ENVIRONMENT,
  HIVE_SETTINGS,
  type HiveConfig,
  hiveConfigOf,
  hiveProblems,
} from './hiveConfig.js';
import { ConfigError, isSecretFile, withSecretFiles } from './settingFile.js';
import {
  Addresses,
  Duration,
  Hosts,
  ListenAddress,
  LogLevel,
  Origin,
  PatternFile,
  WholeNumber,
} from './settingTypes.js';
import {
  isOwnerSetting,
  SHARED_LOG_ENVIRONMENT,
  SHARED_LOG_SETTINGS,
  type SharedLogConfig,
  sharedLogConfigOf,
  sharedLogProblems,
} from './sharedLogConfig.js';

/** The name, default and meaning of every setting, as `--help` shows them. */
export const SETTINGS = {
  VAULT_HOST: [
    '127.0.0.1',
    'address to listen on, where localhost means 127.0.0.1; any address but loopback needs VAULT_AUTH',
  ],
  VAULT_PORT: ['7437', 'port to listen on; 0 picks a free port and logs it at level info'],
  VAULT_DATA_DIR: [
    '$XDG_DATA_HOME/memory-vault, else ~/.local/share/memory-vault',
    'directory of log.db and views.db',
  ],
  VAULT_BACKUP_DIR: ['$VAULT_DATA_DIR-backups', 'where backup without a file puts backups'],
  VAULT_ADMIN_KEY: [
    'made at the first start, in admin.key in the data directory',
    "the owner's key, sent as X-Admin-Key; at least 16 characters",
  ],
  VAULT_AUTH: [
    'open on a loopback address',
    'who may read and write: open (everybody) or session (logged-in members only)',
  ],
  VAULT_SHARED_READING: [
    '0',
    '1 lets every member read what other teams have; with 0, a member reads what has its team or none',
  ],
  VAULT_CORS_ORIGIN: ['http://localhost:5173', 'origin of pages that may call it, or none'],
  VAULT_ALLOWED_HOSTS: [
    'none',
    'host names other than localhost that the service answers to; comma-separated, with or without a port',
  ],
  VAULT_TRUST_PROXY: ['none', 'addresses or CIDR ranges of trusted proxies, comma-separated'],
  VAULT_RATE_LIMIT: ['120', 'requests per minute per address of unknown callers; 0 is no limit'],
  VAULT_KNOWN_RATE_LIMIT: ['6000', 'the same for each known caller: a login, key or local one'],
  VAULT_CREDENTIAL_LIMIT: [
    '20',
    'wrong credentials per minute per address before the address has to wait; 0 turns the limit off',
  ],
  VAULT_BODY_LIMIT: ['1048576', 'largest request body, in bytes'],
  VAULT_TIER: ['community', 'community or teams; only shown by /api/v1/status'],
  VAULT_SESSION_IDLE: ['24h', 'idle time after which a work session is abandoned, such as 90m'],
  VAULT_CLOCK: [
    'check',
    'check refuses saves while the clock is ahead by more than a day that has not passed; follow believes it',
  ],
  ...SHARED_LOG_SETTINGS,
  ...HIVE_SETTINGS,
  VAULT_PRIVATE_PATTERNS: ['none', 'file of regular expressions, one a line, to redact as well'],
  VAULT_LOG_LEVEL: [
    'info',
    'least severe level to log: fatal, error, warn, info, debug, trace or silent',
  ],
} as const satisfies Record<`VAULT_${string}`, readonly [string, string]>;

export type Setting = keyof typeof SETTINGS;

/** How each is written. */
const ENVIRONMENT = {
  VAULT_HOST: ListenAddress.default('127.0.0.1'),
  VAULT_PORT: WholeNumber(0, 65_535).default(7437),
  VAULT_DATA_DIR: z.string().optional(),
  VAULT_BACKUP_DIR: z.string().optional(),
  VAULT_ADMIN_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  VAULT_AUTH: z.enum(['open', 'session'], 'must be open or session').optional(),
  VAULT_SHARED_READING: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  VAULT_CORS_ORIGIN: Origin.default('http://localhost:5173'),
  VAULT_ALLOWED_HOSTS: Hosts.default([]),
  VAULT_TRUST_PROXY: Addresses.optional(),
  VAULT_RATE_LIMIT: WholeNumber(0, 1_000_000_000).default(120),
  VAULT_KNOWN_RATE_LIMIT: WholeNumber(0, 1_000_000_000).optional(),
  VAULT_CREDENTIAL_LIMIT: WholeNumber(0, 1_000_000_000).default(20),
  VAULT_BODY_LIMIT: WholeNumber(1024, 1_073_741_824).default(1_048_576),
  VAULT_TIER: z.enum(['community', 'teams'], 'must be community or teams').default('community'),
  VAULT_SESSION_IDLE: Duration.default(24 * 3_600_000),
  VAULT_CLOCK: z.enum(['check', 'follow'], 'must be check or follow').default('check'),
  ...SHARED_LOG_ENVIRONMENT,
  ...HIVE_ENVIRONMENT,
  VAULT_PRIVATE_PATTERNS: PatternFile.default([]),
  VAULT_LOG_LEVEL: LogLevel.default('info'),
} satisfies Record<Setting, z.ZodType>;

/** The environment as one typed object. Times in milliseconds, sizes in bytes. */
export interface Config extends SharedLogConfig, HiveConfig {
  readonly host: string;
  readonly port: number;
  /** Whether VAULT_PORT is set, if only to its default. */
  readonly isPortGiven: boolean;
  readonly dataDir: string;
  readonly backupDir: string;
  /** Undefined: use the key in the data directory. */
  readonly adminKey: string | undefined;
  /** Whether everybody who can connect may use the data, or only members and the owner. */
  readonly auth: 'open' | 'session';
  /** With `auth` session: whether members read what other teams have. */
  readonly sharedReading: boolean;
  /** Undefined: no page but its own. */
  readonly corsOrigin: string | undefined;
  /** Names that callers reach the service by, in addition to those of loopback. */
  readonly allowedHosts: readonly Host[];
  readonly trustProxy: readonly string[] | undefined;
  /** Requests per minute and address of callers that the service does not know; 0 is no limit. */
  readonly rateLimit: number;
  /** The same for each caller that it knows. */
  readonly knownRateLimit: number;
  /** Wrong credentials per minute and address; 0 is no limit. */
  readonly credentialLimit: number;
  readonly bodyLimit: number;
  readonly tier: 'community' | 'teams';
  readonly sessionIdle: number;
  /** Whether a clock that jumps ahead is refused or followed. */
  readonly clock: 'check' | 'follow';
  readonly privatePatterns: readonly RegExp[];
  readonly logLevel: string;
  /** VAULT_ variables that this release does not know. */
  readonly unknown: readonly string[];
}

/** Reads and checks the environment once. Throws a `ConfigError` that names every wrong setting. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = withSecretFiles(env);
  const parsed = z.object(ENVIRONMENT).safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const wrong = issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  wrong.push(...sharedLogProblems(given), ...hiveProblems(given));
  if (!parsed.success || wrong.length > 0) {
    throw new ConfigError(wrong.join('; '), issues[0]?.path.join('.'));
  }
  const set = parsed.data;
  const { VAULT_RATE_LIMIT: limit } = set;
  requireAccess(set.VAULT_HOST, set.VAULT_AUTH);
  return {
    host: set.VAULT_HOST,
    port: set.VAULT_PORT,
    isPortGiven: given.VAULT_PORT !== undefined,
    dataDir: dataDirOf(env),
    backupDir: backupDirOf(env),
    adminKey: set.VAULT_ADMIN_KEY,
    auth: set.VAULT_AUTH ?? 'open',
    sharedReading: set.VAULT_SHARED_READING === '1',
    corsOrigin: set.VAULT_CORS_ORIGIN === 'none' ? undefined : set.VAULT_CORS_ORIGIN,
    allowedHosts: set.VAULT_ALLOWED_HOSTS,
    trustProxy: set.VAULT_TRUST_PROXY,
    rateLimit: limit,
    // Nobody is worse off for being known.
    knownRateLimit: set.VAULT_KNOWN_RATE_LIMIT ?? (limit === 0 ? 0 : Math.max(6000, limit)),
    credentialLimit: set.VAULT_CREDENTIAL_LIMIT,
    bodyLimit: set.VAULT_BODY_LIMIT,
    tier: set.VAULT_TIER,
    sessionIdle: set.VAULT_SESSION_IDLE,
    clock: set.VAULT_CLOCK,
    ...sharedLogConfigOf(set),
    ...hiveConfigOf(set),
    privatePatterns: set.VAULT_PRIVATE_PATTERNS,
    logLevel: set.VAULT_LOG_LEVEL,
    unknown: Object.keys(env).filter(isUnknown),
  };
}

function isUnknown(name: string): boolean {
  if (!name.startsWith('VAULT_') || isSecretFile(name)) return false;
  if (isClientSetting(name) || isOwnerSetting(name)) return false;
  return !Object.hasOwn(SETTINGS, name as Setting);
}

/**
 * The settings of programs that talk to a service, such as `memory-vault mcp`, with default and meaning. They also read
 * VAULT_DATA_DIR, VAULT_HOST and VAULT_PORT.
 */
export const CLIENT_SETTINGS = {
  VAULT_URL: [
    'the service of the data directory, which is started when none runs',
    'address of a service elsewhere, such as https://vault.example',
  ],
  VAULT_BEARER_TOKEN: [
    'none',
    "session token of a member, or the owner's key, sent as a Bearer token",
  ],
  VAULT_PROJECT: ['found from the current directory', 'name of the project'],
} as const satisfies Record<`VAULT_${string}`, readonly [string, string]>;

/** True for the name of a setting that only such programs read. */
export function isClientSetting(name: string): boolean {
  return name === 'VAULT_BEARER_TOKEN_FILE' || Object.hasOwn(CLIENT_SETTINGS, name);
}

/** Throws a `ConfigError` where other machines reach the vault and nobody has said who may use it. */
export function requireAccess(host: string, auth: string | undefined): void {
  if (isLoopback(host) || auth !== undefined) return;
  throw new ConfigError(
    `VAULT_HOST=${host} lets other machines reach this vault. Set who may use it, and by which host name:\n` +
      '  VAULT_AUTH=session                  (members only; VAULT_AUTH=open lets everybody in)\n' +
      '  VAULT_ALLOWED_HOSTS=vault.example\n' +
      'VAULT_HOST=127.0.0.1 needs neither',
    'VAULT_HOST',
  );
}
