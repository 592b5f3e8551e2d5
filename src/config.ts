import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** The name, default and meaning of every setting, as `--help` shows them. */
export const SETTINGS = {
  VAULT_HOST: ['127.0.0.1', 'address to listen on; other than loopback needs VAULT_AUTH'],
  VAULT_PORT: ['7437', 'port to listen on; 0 picks a free one, told at log level info'],
  VAULT_DATA_DIR: [
    '$XDG_DATA_HOME/memory-vault, else ~/.local/share/memory-vault',
    'where log.db and views.db are kept',
  ],
  VAULT_ADMIN_KEY: [
    'kept in admin.key in the data directory',
    'what X-Admin-Key must be; at least 16 characters',
  ],
  VAULT_AUTH: ['open on a loopback address', 'who may read and write; this release knows: open'],
  VAULT_CORS_ORIGIN: ['http://localhost:5173', 'origin whose pages may call the service'],
  VAULT_TRUST_PROXY: [
    'none',
    'comma-separated addresses or CIDR ranges whose X-Forwarded-For counts',
  ],
  VAULT_RATE_LIMIT: ['120', 'requests per minute per address; 0 is no limit'],
  VAULT_BODY_LIMIT: ['1048576', 'largest request body in bytes'],
  VAULT_TIER: ['community', 'community or teams; shown by status, gates nothing'],
  VAULT_SESSION_IDLE: ['24h', 'idle time after which a session is abandoned, such as 90m'],
  VAULT_LOG_LEVEL: ['info', 'fatal, error, warn, info, debug, trace or silent'],
} as const satisfies Record<`VAULT_${string}`, readonly [string, string]>;

type Setting = keyof typeof SETTINGS;

/** A setting that makes no sense; the message is one line that names it. */
class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const Duration = z
  .string()
  .regex(/^[1-9]\d{0,8}(ms|s|m|h|d)$/, 'must be a number with ms, s, m, h or d, such as 24h')
  // The pattern above admits only these units.
  .transform(
    (text) => Number.parseInt(text, 10) * UNITS[text.replace(/\d+/, '') as keyof typeof UNITS],
  );

const Whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

const Origin = z.string().refine(isOrigin, 'must be an origin such as http://localhost:5173');

const Environment = z.object({
  VAULT_HOST: z.string().default('127.0.0.1'),
  VAULT_PORT: Whole(0, 65_535).default(7437),
  VAULT_DATA_DIR: z.string().optional(),
  VAULT_ADMIN_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  VAULT_AUTH: z.literal('open', 'must be open in this release').optional(),
  VAULT_CORS_ORIGIN: Origin.default('http://localhost:5173'),
  VAULT_TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine(
      (list) => list.every(isAddressOrRange),
      'must be addresses or CIDR ranges, comma-separated',
    )
    .optional(),
  VAULT_RATE_LIMIT: Whole(0, 1_000_000_000).default(120),
  VAULT_BODY_LIMIT: Whole(1024, 1_073_741_824).default(1_048_576),
  VAULT_TIER: z.enum(['community', 'teams'], 'must be community or teams').default('community'),
  VAULT_SESSION_IDLE: Duration.default(24 * UNITS.h),
  VAULT_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is not a log level')
    .default('info'),
});

/** The environment as one typed object. Times in milliseconds, sizes in bytes. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Undefined: the one kept in the data directory. */
  readonly adminKey: string | undefined;
  readonly corsOrigin: string;
  readonly trustProxy: readonly string[] | undefined;
  readonly rateLimit: number;
  readonly bodyLimit: number;
  readonly tier: 'community' | 'teams';
  readonly sessionIdle: number;
  readonly logLevel: string;
  /** VAULT_ variables that mean nothing to this release. */
  readonly unknown: readonly string[];
}

/** Reads and checks the environment once. Throws `ConfigError` naming everything that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(withSecretFiles(env));
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new ConfigError(wrong.join('; '));
  }
  const set = parsed.data;
  if (!isLoopback(set.VAULT_HOST) && set.VAULT_AUTH === undefined) {
    throw new ConfigError(
      `VAULT_HOST=${set.VAULT_HOST} would let anyone who reaches it read and write this vault. ` +
        'Set VAULT_HOST=127.0.0.1, or VAULT_AUTH=open if that is what you want',
    );
  }
  return {
    host: set.VAULT_HOST,
    port: set.VAULT_PORT,
    dataDir: resolve(set.VAULT_DATA_DIR ?? defaultDataDir(env)),
    adminKey: set.VAULT_ADMIN_KEY,
    corsOrigin: set.VAULT_CORS_ORIGIN,
    trustProxy: set.VAULT_TRUST_PROXY,
    rateLimit: set.VAULT_RATE_LIMIT,
    bodyLimit: set.VAULT_BODY_LIMIT,
    tier: set.VAULT_TIER,
    sessionIdle: set.VAULT_SESSION_IDLE,
    logLevel: set.VAULT_LOG_LEVEL,
    unknown: Object.keys(env).filter(isUnknown),
  };
}

/** An empty variable counts as not set; `VAULT_ADMIN_KEY_FILE` names a file that holds the key. */
function withSecretFiles(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const file = set.VAULT_ADMIN_KEY_FILE;
  if (file === undefined) return set;
  if (set.VAULT_ADMIN_KEY !== undefined) {
    throw new ConfigError('VAULT_ADMIN_KEY and VAULT_ADMIN_KEY_FILE are both set: set one of them');
  }
  try {
    return { ...set, VAULT_ADMIN_KEY: readFileSync(file, 'utf8').trim() };
  } catch {
    throw new ConfigError('VAULT_ADMIN_KEY_FILE names a file that cannot be read');
  }
}

function defaultDataDir(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'memory-vault');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const widest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 &&
    widest > 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= widest))
  );
}

function isUnknown(name: string): boolean {
  if (!name.startsWith('VAULT_') || name === 'VAULT_ADMIN_KEY_FILE') return false;
  return !Object.hasOwn(SETTINGS, name as Setting);
}
