import { z } from 'zod';
import { isLoopback } from '../domain/host.js';
import { backupDirOf, dataDirOf } from './dataDir.js';
import { HIVE_SETTINGS, hiveConfigOf, hiveProblems } from './hiveConfig.js';
import { ConfigError, isSecretFile, withSecretFiles } from './settingFile.js';
import {
  Addresses,
  Duration,
  Hosts,
  ListenAddress,
  LogLevel,
  Origin,
  PatternFile,
  type SettingRows,
  typesOf,
  WholeNumber,
} from './settingTypes.js';
import {
  isOwnerSetting,
  SHARED_LOG_SETTINGS,
  sharedLogConfigOf,
  sharedLogProblems,
} from './sharedLogConfig.js';

/** Every setting: its default and its meaning, as `--help` shows them, and how it is written. */
export const SETTINGS = {
  VAULT_HOST: [
    '127.0.0.1',
    'address to listen on, where localhost means 127.0.0.1; any address but loopback needs VAULT_AUTH',
    ListenAddress.default('127.0.0.1'),
  ],
  VAULT_PORT: [
    '7437',
    'port to listen on; 0 picks a free port and logs it at level info',
    WholeNumber(0, 65_535).default(7437),
  ],
  VAULT_DATA_DIR: [
    '$XDG_DATA_HOME/memory-vault, else ~/.local/share/memory-vault',
    'directory of log.db and views.db',
    z.string().optional(),
  ],
  VAULT_BACKUP_DIR: [
    '$VAULT_DATA_DIR-backups',
    'where backup without a file puts backups',
    z.string().optional(),
  ],
  VAULT_ADMIN_KEY: [
    'made at the first start, in admin.key in the data directory',
    "the owner's key, sent as X-Admin-Key; at least 16 characters",
    z.string().min(16, 'must have at least 16 characters').optional(),
  ],
  VAULT_AUTH: [
    'open on a loopback address',
    'who may read and write: open (everybody) or session (logged-in members only)',
    z.enum(['open', 'session'], 'must be open or session').optional(),
  ],
  VAULT_SHARED_READING: [
    '0',
    '1 lets every member read what other teams have; with 0, a member reads what has its team or none',
    z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  ],
  VAULT_CORS_ORIGIN: [
    'http://localhost:5173',
    'origin of pages that may call it, or none',
    Origin.default('http://localhost:5173'),
  ],
  VAULT_ALLOWED_HOSTS: [
    'none',
    'host names other than localhost that the service answers to; comma-separated, with or without a port',
    Hosts.default([]),
  ],
  VAULT_TRUST_PROXY: [
    'none',
    'addresses or CIDR ranges of trusted proxies, comma-separated',
    Addresses.optional(),
  ],
  VAULT_RATE_LIMIT: [
    '120',
    'requests per minute per address of unknown callers; 0 is no limit',
    WholeNumber(0, 1_000_000_000).default(120),
  ],
  VAULT_KNOWN_RATE_LIMIT: [
    '6000',
    'the same for each known caller: a login, key or local one',
    WholeNumber(0, 1_000_000_000).optional(),
  ],
  VAULT_CREDENTIAL_LIMIT: [
    '20',
    'wrong credentials per minute per address before the address has to wait; 0 turns the limit off',
    WholeNumber(0, 1_000_000_000).default(20),
  ],
  VAULT_BODY_LIMIT: [
    '1048576',
    'largest request body, in bytes',
    WholeNumber(1024, 1_073_741_824).default(1_048_576),
  ],
  VAULT_TIER: [
    'community',
    'community or teams; only shown by /api/v1/status',
    z.enum(['community', 'teams'], 'must be community or teams').default('community'),
  ],
  VAULT_SESSION_IDLE: [
    '24h',
    'idle time after which a work session is abandoned, such as 90m',
    Duration.default(24 * 3_600_000),
  ],
  VAULT_CLOCK: [
    'check',
    'check refuses saves while the clock is ahead by more than a day that has not passed; follow believes it',
    z.enum(['check', 'follow'], 'must be check or follow').default('check'),
  ],
  ...SHARED_LOG_SETTINGS,
  ...HIVE_SETTINGS,
  VAULT_PRIVATE_PATTERNS: [
    'none',
    'file of regular expressions, one a line, to redact as well',
    PatternFile.default([]),
  ],
  VAULT_LOG_LEVEL: [
    'info',
    'least severe level to log: fatal, error, warn, info, debug, trace or silent',
    LogLevel.default('info'),
  ],
} as const satisfies SettingRows;

export type Setting = keyof typeof SETTINGS;

/** The environment as one typed object. Times in milliseconds, sizes in bytes. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Reads and checks the environment once. Throws a `ConfigError` that names every wrong setting. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = withSecretFiles(env);
  const parsed = z.object(typesOf(SETTINGS)).safeParse(given);
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
    /** Whether VAULT_PORT is set, if only to its default. */
    isPortGiven: given.VAULT_PORT !== undefined,
    dataDir: dataDirOf(env),
    backupDir: backupDirOf(env),
    /** Undefined: use the key in the data directory. */
    adminKey: set.VAULT_ADMIN_KEY,
    /** Whether everybody who can connect may use the data, or only members and the owner. */
    auth: set.VAULT_AUTH ?? 'open',
    /** With `auth` session: whether members read what other teams have. */
    sharedReading: set.VAULT_SHARED_READING === '1',
    /** Undefined: no page but its own. */
    corsOrigin: set.VAULT_CORS_ORIGIN === 'none' ? undefined : set.VAULT_CORS_ORIGIN,
    /** Names that callers reach the service by, in addition to those of loopback. */
    allowedHosts: set.VAULT_ALLOWED_HOSTS,
    trustProxy: set.VAULT_TRUST_PROXY,
    /** Requests per minute and address of callers that the service does not know; 0 is no limit. */
    rateLimit: limit,
    /** The same for each caller that it knows: nobody is worse off for being known. */
    knownRateLimit: set.VAULT_KNOWN_RATE_LIMIT ?? (limit === 0 ? 0 : Math.max(6000, limit)),
    /** Wrong credentials per minute and address; 0 is no limit. */
    credentialLimit: set.VAULT_CREDENTIAL_LIMIT,
    bodyLimit: set.VAULT_BODY_LIMIT,
    tier: set.VAULT_TIER,
    sessionIdle: set.VAULT_SESSION_IDLE,
    /** Whether a clock that jumps ahead is refused or followed. */
    clock: set.VAULT_CLOCK,
    ...sharedLogConfigOf(set),
    ...hiveConfigOf(set),
    privatePatterns: set.VAULT_PRIVATE_PATTERNS,
    logLevel: set.VAULT_LOG_LEVEL,
    /** VAULT_ variables that this release does not know. */
    unknown: Object.keys(env).filter(isUnknown),
  };
}

function isUnknown(name: string): boolean {
  if (!name.startsWith('VAULT_') || isSecretFile(name)) return false;
  if (isClientSetting(name) || isOwnerSetting(name)) return false;
  return !Object.hasOwn(SETTINGS, name);
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
function requireAccess(host: string, auth: string | undefined): void {
  if (isLoopback(host) || auth !== undefined) return;
  throw new ConfigError(
    `VAULT_HOST=${host} lets other machines reach this vault. Set who may use it, and by which host name:\n` +
      '  VAULT_AUTH=session                  (members only; VAULT_AUTH=open lets everybody in)\n' +
      '  VAULT_ALLOWED_HOSTS=vault.example\n' +
      'VAULT_HOST=127.0.0.1 needs neither',
    'VAULT_HOST',
  );
}
