import { createHash, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Config, Setting } from '../config/config.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { hostText } from '../domain/host.js';
import { checkpointKeyText } from '../maintenance/checkpoints.js';
import { ownersKey } from '../secrets/adminKey.js';
import { tokenSecret } from '../secrets/newTokens.js';
import type { SharedControl } from './sharedControl.js';

/** The rules of a node by their settings, as a person would set them. */
type SharedRules = readonly (readonly [setting: Setting, value: string])[];

/** Either each node has a value of its own, or `shareSecrets` compares it, or it is a rule of all nodes: then, what it is here. */
type Sharing = 'own' | 'secret' | ((config: Config) => string);

const inSeconds = (ms: number) => `${ms / 1000}s`;
const flag = (isSet: boolean) => (isSet ? '1' : '0');

/**
 * Rules say who may read and write, what is kept, what leaves the vault, and what the log promises. One node that has another one
 * breaks it for all: what members of a team wrote is open to everybody, or a text that was to be redacted is in the log.
 */
const SHARING: Readonly<Record<Setting, Sharing>> = {
  VAULT_HOST: 'own',
  VAULT_PORT: 'own',
  VAULT_DATA_DIR: 'own',
  VAULT_BACKUP_DIR: 'own',
  VAULT_ADMIN_KEY: 'secret',
  VAULT_AUTH: ({ auth }) => auth,
  VAULT_SHARED_READING: ({ sharedReading }) => flag(sharedReading),
  VAULT_CORS_ORIGIN: ({ corsOrigin }) => corsOrigin ?? 'none',
  VAULT_ALLOWED_HOSTS: 'own',
  VAULT_TRUST_PROXY: 'own',
  // One node that believes another issuer lets in whom the others do not.
  VAULT_PUBLIC_URL: ({ publicUrl }) => publicUrl ?? 'none',
  VAULT_OIDC_ISSUER: ({ oidcIssuer }) => oidcIssuer ?? 'none',
  VAULT_OIDC_AUDIENCE: ({ oidcAudience }) => oidcAudience ?? 'none',
  VAULT_RATE_LIMIT: 'own',
  VAULT_KNOWN_RATE_LIMIT: 'own',
  // All nodes have the keys that are guessed at one.
  VAULT_CREDENTIAL_LIMIT: ({ credentialLimit }) => `${credentialLimit}`,
  VAULT_BODY_LIMIT: 'own',
  VAULT_TIER: 'own',
  // One node after the other ends the sessions of all.
  VAULT_SESSION_IDLE: ({ sessionIdle }) => inSeconds(sessionIdle),
  VAULT_PROPOSE: ({ propose }) => [...propose].sort().join(',') || 'none',
  // Set for one start, on the node whose clock jumped.
  VAULT_CLOCK: 'own',
  VAULT_LOG: 'own',
  VAULT_LOG_PASSWORD: 'own',
  VAULT_NODE: 'own',
  VAULT_LOG_DURABILITY: ({ sharedLog }) => sharedLog?.durability ?? 'none',
  // A node counts the others as dead after its own.
  VAULT_MAX_LAG: ({ sharedLog }) => inSeconds(sharedLog?.maxLag ?? 0),
  VAULT_TOKEN_SECRET: 'secret',
  VAULT_CHECKPOINT_KEY: 'secret',
  // One node after the other pushes for all.
  VAULT_HIVE_URL: ({ hive }) => hive?.url ?? 'none',
  VAULT_HIVE_KEY: 'secret',
  VAULT_HIVE_INTERVAL: 'own',
  VAULT_HIVE_TYPES: ({ hive }) => (hive ? [...hive.types].sort().join(',') : 'none'),
  VAULT_HIVE_NAMES: ({ hive }) => flag(hive?.names ?? false),
  VAULT_HIVE_INGEST_KEY: 'secret',
  VAULT_HIVE_SHARED_KEY: ({ hiveSharedKey }) => flag(hiveSharedKey),
  VAULT_PRIVATE_PATTERNS: ({ privatePatterns }) => patternsOf(privatePatterns),
  VAULT_WITNESSES: 'own',
  // One node after the other sends for all.
  VAULT_WEBHOOK_HOSTS: ({ webhookHosts }) => webhookHosts.map(hostText).sort().join(',') || 'none',
  VAULT_LOG_LEVEL: 'own',
};

/** Patterns may say what they hide, so they are shown by their number and a digest. */
function patternsOf(patterns: readonly RegExp[]): string {
  if (patterns.length === 0) return 'none';
  const sources = patterns.map(String).sort().join('\n');
  const digest = createHash('sha256').update(sources).digest('hex').slice(0, 8);
  return `a file of ${patterns.length} patterns with the digest ${digest}`;
}

/** The rules that the settings of a node make. */
export function rulesOf(config: Config): SharedRules {
  // Object.entries forgets that these are settings.
  const all = Object.entries(SHARING) as [Setting, Sharing][];
  return all.flatMap(([setting, rule]) =>
    typeof rule === 'function' ? [[setting, rule(config)] as const] : [],
  );
}

/**
 * Compares the rules of this node with those of the first node of a shared log. Throws `rule_differs`, which names each setting
 * that has another value with both, and what the shared log throws.
 */
export async function shareRules(
  control: Pick<SharedControl, 'firstValue'>,
  rules: SharedRules,
): Promise<void> {
  const differing: { setting: Setting; here: string; there: string }[] = [];
  for (const [setting, here] of rules) {
    const there = await control.firstValue(setting, here);
    if (there !== here) differing.push({ setting, here, there });
  }
  const [first] = differing;
  if (first === undefined) return;
  const message = differing
    .map(
      ({ setting, here, there }) =>
        `${setting} is ${here} here and ${there} on the other nodes of the shared log`,
    )
    .join('; ');
  throw new Diagnostic('rule_differs', message, {
    setting: first.setting,
    next:
      `set it here as it is on the others. To change it on all of them: stop them, run memory-vault log secrets --renew as the ` +
      'owner, change the setting of each, and start one after the other',
  });
}

/** What all nodes of a shared log have in common: the owner's key, the keys in files, and those of the hive. Empty: none. */
type SharedSecrets = Readonly<
  Record<
    | 'VAULT_ADMIN_KEY'
    | 'VAULT_TOKEN_SECRET'
    | 'VAULT_CHECKPOINT_KEY'
    | 'VAULT_HIVE_KEY'
    | 'VAULT_HIVE_INGEST_KEY',
    string
  >
>;

/** The secrets of a node, from its settings or the files of its data directory. */
export function secretsOf(config: Config): SharedSecrets {
  const { dataDir } = config;
  return {
    VAULT_ADMIN_KEY: ownersKey(dataDir, config.adminKey),
    VAULT_TOKEN_SECRET: tokenSecret(dataDir, config.tokenSecret),
    VAULT_CHECKPOINT_KEY: checkpointKeyText(dataDir),
    VAULT_HIVE_KEY: config.hive?.key ?? '',
    VAULT_HIVE_INGEST_KEY: config.hiveIngestKey ?? '',
  };
}

const derive = promisify<string, string, number, { N: number; maxmem: number }, Buffer>(scrypt);

/** 32 MiB and some 0.1 s for each guess, since somebody may have chosen the owner's key. */
const COST = 2 ** 15;
const MAX_MEMORY = 64 * 1024 * 1024;

/**
 * Compares the secrets of this node with those of the first node of a shared log, by fingerprints. Throws `secret_differs`,
 * which names every setting that is another one, and what the shared log throws. `instance` is that of the shared log,
 * `cost` the N of scrypt.
 */
export async function shareSecrets(
  control: Pick<SharedControl, 'firstValue'>,
  instance: string,
  secrets: SharedSecrets,
  cost = COST,
): Promise<void> {
  const work = { N: cost, maxmem: MAX_MEMORY };
  const differing: string[] = [];
  for (const [setting, secret] of Object.entries(secrets)) {
    const derived = await derive(secret, `memory-vault ${instance} ${setting}`, 32, work);
    const fingerprint = derived.toString('hex');
    if ((await control.firstValue(setting, fingerprint)) !== fingerprint) differing.push(setting);
  }
  const [setting] = differing;
  if (setting === undefined) return;
  const message = `this node has another ${differing.join(' and another ')} than the other nodes of its shared log`;
  throw new Diagnostic('secret_differs', message, {
    setting,
    next:
      'copy each from a node that runs: from its settings, or from token.secret and checkpoint.key in its data directory. ' +
      'Remove the files of these names in the data directory of this node',
  });
}
