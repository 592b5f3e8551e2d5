import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SharedControl } from '../log/shared/sharedControl.js';

/** What all nodes of a shared log have in common: the texts of the owner's key, of the keys in files, and of those of the hive. */
export interface SharedSecrets {
  readonly adminKey: string;
  readonly tokenSecret: string;
  readonly checkpointKey: string;
  /** Empty: none. */
  readonly hiveKey: string;
  readonly hiveIngestKey: string;
}

const derive = promisify<string, string, number, { N: number; maxmem: number }, Buffer>(scrypt);

/** 32 MiB and some 0.1 s for each guess, since somebody may have chosen the owner's key. */
const COST = 2 ** 15;
const MAX_MEMORY = 64 * 1024 * 1024;

const SETTINGS = {
  adminKey: 'VAULT_ADMIN_KEY',
  tokenSecret: 'VAULT_TOKEN_SECRET',
  checkpointKey: 'VAULT_CHECKPOINT_KEY',
  hiveKey: 'VAULT_HIVE_KEY',
  hiveIngestKey: 'VAULT_HIVE_INGEST_KEY',
} as const satisfies Record<keyof SharedSecrets, string>;

/** Object.keys forgets that these are the keys. */
const NAMES = Object.keys(SETTINGS) as readonly (keyof SharedSecrets)[];

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
  for (const name of NAMES) {
    const [setting, secret] = [SETTINGS[name], secrets[name]];
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
