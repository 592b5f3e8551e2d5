import { z } from 'zod';
import { isLoopback } from '../domain/host.js';
import { backupDirOf, dataDirOf } from './dataDir.js';
import { HIVE_SETTINGS, hiveConfigOf, hiveProblems } from './hiveConfig.js';
import { ConfigError, SECRETS, withSecretFiles } from './settingFile.js';
import {
  Addresses,
  Duration,
  Flag,
  Hosts,
  Issuer,
  ListenAddress,
  LogLevel,
  Names,
  Origin,
  PatternFile,
  PolicyFile,
  readRows,
  type SettingRows,
  WholeNumber,
} from './settingTypes.js';
import {
  OWNER_SETTINGS,
  SHARED_LOG_SETTINGS,
  sharedLogConfigOf,
  sharedLogProblems,
} from './sharedLogConfig.js';

/** Requests a minute of a caller that the service knows; more where VAULT_RATE_LIMIT is: `readConfig`. */
const KNOWN_RATE_LIMIT = 6000;

/** The settings of a vault, but for those of a shared log and of a hive. */
export const VAULT_SETTINGS = {
  VAULT_HOST: [
    '127.0.0.1',
    'address to listen on; localhost means 127.0.0.1; any address that is not loopback needs VAULT_AUTH',
    ListenAddress,
  ],
  VAULT_PORT: [
    '7437',
    'port to listen on; 0 picks a free port and logs it at level info',
    WholeNumber(0, 65_535),
  ],
  VAULT_DATA_DIR: [
    '$XDG_DATA_HOME/memory-vault, else ~/.local/share/memory-vault',
    'directory of log.db and views.db',
    z.string().optional(),
  ],
  VAULT_BACKUP_DIR: [
    '$VAULT_DATA_DIR-backups',
    'directory of the backups that memory-vault backup makes without FILE',
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
    '0: a member reads what belongs to the own team or to no team; 1: a member reads the notes of all teams',
    Flag,
  ],
  VAULT_CORS_ORIGIN: [
    'http://localhost:5173',
    'origin whose web pages may call the service, or none',
    Origin,
  ],
  VAULT_ALLOWED_HOSTS: [
    'none',
    'host names, besides localhost, under which clients may call the service; comma-separated, with or without a port',
    Hosts.default([]),
  ],
  VAULT_TRUST_PROXY: [
    'none',
    'addresses or CIDR ranges of trusted proxies, comma-separated',
    Addresses.optional(),
  ],
  VAULT_PUBLIC_URL: [
    'none',
    'origin at which clients reach the service, such as https://vault.example; invites name it, OAuth (Connectors) needs it',
    Origin,
  ],
  VAULT_OIDC_ISSUER: [
    'none',
    'OpenID Connect issuer whose access tokens /mcp accepts from members, exactly as its metadata names it',
    Issuer.optional(),
  ],
  VAULT_OIDC_AUDIENCE: [
    '/mcp of VAULT_PUBLIC_URL',
    'audience that these access tokens must have',
    z.string().min(1).optional(),
  ],
  VAULT_RATE_LIMIT: [
    '120',
    'requests per minute from each address of unknown callers; 0 is no limit',
    WholeNumber(0, 1_000_000_000),
  ],
  VAULT_KNOWN_RATE_LIMIT: [
    `${KNOWN_RATE_LIMIT}`,
    'requests per minute from each known caller: a login, a key or a local program; 0 is no limit',
    WholeNumber(0, 1_000_000_000).optional(),
  ],
  VAULT_CREDENTIAL_LIMIT: [
    '20',
    'wrong credentials per minute from an address, before it has to wait; 0 is no limit',
    WholeNumber(0, 1_000_000_000),
  ],
  VAULT_BODY_LIMIT: ['1048576', 'largest request body, in bytes', WholeNumber(1024, 1_073_741_824)],
  VAULT_TIER: [
    'community',
    'community or teams; only /api/v1/status shows it',
    z.enum(['community', 'teams'], 'must be community or teams'),
  ],
  VAULT_SESSION_IDLE: [
    '24h',
    'idle time after which a work session counts as abandoned, such as 90m',
    Duration,
  ],
  VAULT_PROPOSE: [
    'none',
    'authors and e-mails of members, comma-separated, whose notes wait in the inbox until somebody else accepts them',
    Names.default([]),
  ],
  VAULT_CLOCK: [
    'check',
    'check refuses saves while the clock is more than a day ahead; follow trusts the clock',
    z.enum(['check', 'follow'], 'must be check or follow'),
  ],
  VAULT_PRIVATE_PATTERNS: [
    'none',
    'file of your own regular expressions to redact, one a line',
    PatternFile.default([]),
  ],
  VAULT_WITNESSES: [
    'none',
    'policy file (https://c2sp.org/tlog-policy): the witnesses that cosign the checkpoints of this vault, and the logs that this vault witnesses',
    PolicyFile.optional(),
  ],
  VAULT_WEBHOOK_HOSTS: [
    'none',
    'hosts to which webhooks may send, comma-separated, with or without a port',
    Hosts.default([]),
  ],
  VAULT_LOG_LEVEL: [
    'info',
    'least severe level to log: fatal, error, warn, info, debug, trace or silent',
    LogLevel,
  ],
} as const satisfies SettingRows;

/** Every setting of a service: docs/settings.md and `memory-vault settings` list them from here. */
export const SETTINGS = { ...VAULT_SETTINGS, ...SHARED_LOG_SETTINGS, ...HIVE_SETTINGS };

export type Setting = keyof typeof SETTINGS;

/** The environment as one typed object. Times in milliseconds, sizes in bytes. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Reads and checks the environment once. Throws a `ConfigError` that names every wrong setting. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = withSecretFiles(env);
  const problems: [setting: string | undefined, message: string][] = [];
  const own = readRows(VAULT_SETTINGS, given, problems);
  const sharedLog = readRows(SHARED_LOG_SETTINGS, given, problems);
  const hive = readRows(HIVE_SETTINGS, given, problems);
  for (const message of [...sharedLogProblems(given), ...hiveProblems(given)])
    problems.push([undefined, message]);
  if (problems.length > 0)
    throw new ConfigError(problems.map(([, message]) => message).join('; '), problems[0]?.[0]);
  requireAccess(own.host, own.auth);
  if (own.oidcIssuer !== undefined && own.publicUrl === undefined) {
    throw new ConfigError(
      'VAULT_OIDC_ISSUER needs VAULT_PUBLIC_URL, such as https://vault.example: clients ask the issuer for tokens for this address',
      'VAULT_PUBLIC_URL',
    );
  }
  if (sharedLog.log && own.witnesses && own.witnesses.logs.length > 0) {
    // Each node would keep a `witnessed` of its own, and two could cosign two histories.
    throw new ConfigError(
      'VAULT_WITNESSES has log lines, but a node of a shared log cannot witness others: remove these lines, and name a vault with a log of its own',
      'VAULT_WITNESSES',
    );
  }
  const { rateLimit } = own;
  return {
    ...own,
    /** Whether VAULT_PORT is set, if only to its default. */
    isPortGiven: given.VAULT_PORT !== undefined,
    dataDir: dataDirOf(env),
    backupDir: backupDirOf(env),
    auth: own.auth ?? 'open',
    /** Nobody is worse off for being known. */
    knownRateLimit:
      own.knownRateLimit ?? (rateLimit === 0 ? 0 : Math.max(KNOWN_RATE_LIMIT, rateLimit)),
    ...sharedLogConfigOf(sharedLog),
    ...hiveConfigOf(hive),
    unknown: unknownSettings(env),
  };
}

/**
 * The settings of programs that talk to a service, such as `memory-vault mcp`, with default and meaning. They also read
 * VAULT_DATA_DIR, VAULT_HOST and VAULT_PORT.
 */
export const CLIENT_SETTINGS = {
  VAULT_URL: [
    'the service of the data directory; clients start it if none runs',
    'address of a service elsewhere, such as https://vault.example',
  ],
  VAULT_BEARER_TOKEN: [
    'none',
    "session token of a member, token of an agent or program, or the owner's key, sent as a Bearer token",
  ],
  VAULT_PROJECT: ['found from the current directory', 'name of the project'],
} as const satisfies Record<`VAULT_${string}`, readonly [string, string]>;

/** The names of all settings, and of the files that hold secrets. */
export const SETTING_NAMES: readonly string[] = [
  ...[SETTINGS, CLIENT_SETTINGS, OWNER_SETTINGS].flatMap(Object.keys),
  ...[...SECRETS, 'VAULT_BEARER_TOKEN'].map((name) => `${name}_FILE`),
];

/** The VAULT_ variables of an environment that this release does not know. */
export const unknownSettings = (env: NodeJS.ProcessEnv): readonly string[] =>
  Object.keys(env).filter((name) => name.startsWith('VAULT_') && !SETTING_NAMES.includes(name));

/** Throws a `ConfigError` where other machines reach the vault and nobody has said who may use it. */
function requireAccess(host: string, auth: string | undefined): void {
  if (isLoopback(host) || auth !== undefined) return;
  throw new ConfigError(
    `VAULT_HOST=${host} lets other machines reach this vault. Set who may use it, and under which host name:\n` +
      '  VAULT_AUTH=session                  (members only; VAULT_AUTH=open lets everybody in)\n' +
      '  VAULT_ALLOWED_HOSTS=vault.example\n' +
      'With VAULT_HOST=127.0.0.1, you need neither',
    'VAULT_HOST',
  );
}
