import { hostname } from 'node:os';
import { z } from 'zod';
import { messageOf } from '../diagnostics/diagnostic.js';
import {
  DURABILITIES,
  type Durability,
  type PostgresPlace,
  parsePostgresUrl,
} from '../domain/postgres.js';
import { ConfigError, withSecretFiles } from './settingFile.js';
import { Duration, type Read, type SettingRows } from './settingTypes.js';

/** The settings of a log that several nodes share. Times in milliseconds. */
export interface SharedLogSettings {
  /** With the password, wherever it was set. */
  readonly place: PostgresPlace;
  /** The name of this node. */
  readonly node: string;
  readonly durability: Durability;
  /** How long this node answers reads without having heard from the shared log. */
  readonly maxLag: number;
  /** Work for the fingerprint of a secret, see `shareSecrets`, where it is another than usual: in tests. */
  readonly secretCost?: number;
}

/** Without a shared log these would do nothing. */
const ONLY_SHARED = ['VAULT_LOG_PASSWORD', 'VAULT_NODE', 'VAULT_LOG_DURABILITY', 'VAULT_MAX_LAG'];

const NODE = /^[A-Za-z0-9._-]{1,64}$/;

const LogPlace = z.string().transform((text, ctx): PostgresPlace | undefined => {
  if (text === 'sqlite') return undefined;
  try {
    return parsePostgresUrl(text);
  } catch (error) {
    const message = `must be sqlite or the URL of a PostgreSQL: ${messageOf(error)}`;
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

/** The rows of `SETTINGS` about a shared log, and about the secrets that all its nodes have in common. */
export const SHARED_LOG_SETTINGS = {
  VAULT_LOG: [
    'sqlite',
    'where the log is: sqlite (log.db of this vault alone), or the URL of a PostgreSQL that several nodes share, such as postgres://vault_node@db1,db2/vault?sslmode=verify-full',
    LogPlace.optional(),
  ],
  VAULT_LOG_PASSWORD: [
    'none',
    'password of the user in VAULT_LOG, unless VAULT_LOG has it',
    z.string().optional(),
  ],
  VAULT_NODE: [
    'the host name',
    'name of this node, different on each node: at most 64 letters, digits, dots, underscores and hyphens',
    z
      .string()
      .regex(NODE, 'must be at most 64 letters, digits, dots, underscores and hyphens')
      .optional(),
  ],
  VAULT_LOG_DURABILITY: [
    'replicated',
    'which PostgreSQL the vault accepts: replicated (only one with a synchronous standby), managed (the provider replicates it), or single (one machine is enough)',
    z.enum(DURABILITIES, `must be one of ${DURABILITIES.join(', ')}`),
  ],
  VAULT_MAX_LAG: [
    '5s',
    'how long a node answers reads while it cannot reach the shared log; for at most this time, it also accepts a login that another node has revoked',
    Duration.refine((ms) => ms >= 1000 && ms <= 3_600_000, 'must be from 1s to 1h'),
  ],
  VAULT_TOKEN_SECRET: [
    'made at the first start, in token.secret in the data directory',
    'secret from which the tokens of retried requests are derived; the same on all nodes; at least 16 characters',
    z
      .string()
      .regex(/^[\x20-\x7e]{16,}$/, 'must be at least 16 characters of visible ASCII')
      .optional(),
  ],
  VAULT_CHECKPOINT_KEY: [
    'made at the first use, in checkpoint.key in the data directory',
    'key that signs checkpoints, in the format of checkpoint.key; the same on all nodes',
    z
      .string()
      .regex(
        /^PRIVATE\+KEY\+[^+\s]+\+[0-9a-f]{8}\+\S+$/,
        'must be a key in the format of checkpoint.key, which begins with PRIVATE+KEY+',
      )
      .optional(),
  ],
} as const satisfies SettingRows;

/** Why the settings of a shared log do not fit together. No entry holds a password. */
export function sharedLogProblems(
  set: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { VAULT_LOG: log = 'sqlite' } = set;
  if (log === 'sqlite') {
    // Whoever sets them means a shared log. Without VAULT_LOG, this node would begin a log of its own beside it.
    return ONLY_SHARED.filter((name) => set[name] !== undefined).map(
      (name) => `${name} works only with VAULT_LOG=postgres://…: set VAULT_LOG, or remove ${name}`,
    );
  }
  const problems: string[] = [];
  if (set.VAULT_ADMIN_KEY === undefined)
    problems.push(
      'VAULT_LOG=postgres://… needs VAULT_ADMIN_KEY, the same on all nodes: make one with openssl rand -hex 32',
    );
  if (set.VAULT_LOG_PASSWORD !== undefined && hasPassword(log))
    problems.push(
      'VAULT_LOG_PASSWORD and VAULT_LOG both have a password: remove the one in VAULT_LOG',
    );
  if (set.VAULT_NODE === undefined && !NODE.test(hostname()))
    problems.push(
      'VAULT_NODE must be set: the host name of this machine is not a valid name of a node',
    );
  return problems;
}

/** True for a value of VAULT_LOG that nobody else may read. What cannot be parsed may hold a password, too. */
export function hasPassword(log: string): boolean {
  if (log === 'sqlite') return false;
  try {
    return parsePostgresUrl(log).password !== undefined;
  } catch {
    return true;
  }
}

/** What the settings say about the log and about the secrets that nodes share. */
export function sharedLogConfigOf(set: Read<typeof SHARED_LOG_SETTINGS>) {
  const { log, logPassword, node = hostname(), logDurability: durability, maxLag } = set;
  const place = log && { ...log, password: log.password ?? logPassword };
  /** The log that several nodes share; undefined: the vault has a log of its own. */
  const sharedLog: SharedLogSettings | undefined = place && { place, node, durability, maxLag };
  // Undefined: use what token.secret and checkpoint.key hold.
  const { tokenSecret, checkpointKey } = set;
  return { sharedLog, tokenSecret, checkpointKey };
}

/** The settings of commands that look after a shared log as its owner, with default and meaning. A service needs none of them. */
export const OWNER_SETTINGS = {
  VAULT_LOG_OWNER: [
    'none',
    'URL of the PostgreSQL of a shared log, such as postgres://admin@db1,db2/vault, whose user is a superuser, or owns the database and has CREATEROLE',
  ],
  VAULT_LOG_OWNER_PASSWORD: ['none', 'password of the user in VAULT_LOG_OWNER'],
} as const satisfies Record<`VAULT_${string}`, readonly [string, string]>;

/**
 * Where the PostgreSQL of a shared log is, and its owner: `url` of a command line, otherwise VAULT_LOG_OWNER. Throws a
 * `ConfigError` where there is none, or it is wrong. No message shows a password.
 */
export function ownerPlace(env: NodeJS.ProcessEnv, url?: string): PostgresPlace {
  const { VAULT_LOG_OWNER: setting, VAULT_LOG_OWNER_PASSWORD: password } = withSecretFiles(env);
  const name = url === undefined ? 'VAULT_LOG_OWNER' : 'the URL';
  const given = url ?? setting;
  if (given === undefined)
    throw new ConfigError(
      'this needs the owner of the shared log: set VAULT_LOG_OWNER to postgres://OWNER@HOST/DATABASE, and ' +
        'VAULT_LOG_OWNER_PASSWORD_FILE to a file with the password',
      'VAULT_LOG_OWNER',
    );
  const place = placeIn(name, given);
  if (place.password !== undefined && password !== undefined)
    throw new ConfigError(
      `VAULT_LOG_OWNER_PASSWORD and ${name} both have a password: remove the one in ${name}`,
      'VAULT_LOG_OWNER_PASSWORD',
    );
  return { ...place, password: place.password ?? password };
}

function placeIn(name: string, url: string): PostgresPlace {
  try {
    return parsePostgresUrl(url);
  } catch (error) {
    throw new ConfigError(`${name} must be that of a PostgreSQL: ${messageOf(error)}`);
  }
}
