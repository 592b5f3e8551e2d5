import { z } from 'zod';
import type { ObservationType } from '../domain/observation.js';
import { OBSERVATION_TYPES } from '../domain/observationTypes.js';
import { Duration, Flag, type Read, type SettingRows } from './settingTypes.js';

/** The settings of the hive. Times in milliseconds. */
export interface HiveSettings {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly interval: number;
  readonly types: readonly ObservationType[];
  /** Whether names are sent as they are, not as hashes. */
  readonly names: boolean;
}

/** A key is sent in a header, unencoded. */
const Key = z
  .string()
  .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 characters of visible ASCII, without spaces');

const Url = z
  .string()
  .refine(isHubUrl, 'must be a URL such as https://hive.example, without user, query or fragment')
  .transform((text) => text.replace(/\/+$/, ''));

const Types = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((entry) => entry.trim()))])
  .refine(
    (types): types is ObservationType[] =>
      types.every((type) => OBSERVATION_TYPES.some((known) => known === type)),
    `must be some of ${OBSERVATION_TYPES.join(', ')}, comma-separated`,
  );

/** The rows of `SETTINGS` about the hive. */
export const HIVE_SETTINGS = {
  VAULT_HIVE_URL: [
    'none: no hive',
    'URL of the hub: the vault to push to and to search in',
    Url.optional(),
  ],
  VAULT_HIVE_KEY: [
    'none; needed with VAULT_HIVE_URL',
    'key that the owner of the hub issued to this vault; a part of it hashes names before the vault sends them',
    Key.optional(),
  ],
  VAULT_HIVE_INTERVAL: [
    '60s',
    'how often to look for something to push while nothing new is saved, such as 5m',
    // Timers of Node cannot run for more than some weeks.
    Duration.refine((ms) => ms >= 1000 && ms <= 7 * 86_400_000, 'must be from 1s to 7d'),
  ],
  VAULT_HIVE_TYPES: [
    'decision,pattern,learning,antipattern,discovery',
    'types of notes that may be pushed, comma-separated',
    Types,
  ],
  VAULT_HIVE_NAMES: [
    '0',
    '0 sends hashes of the names of projects, teams and authors; 1 sends the names',
    Flag,
  ],
  VAULT_HIVE_INGEST_KEY: [
    'none',
    'key that all other vaults may send as X-Hive-Key until each has its own key; at least 16 characters',
    Key.optional(),
  ],
  VAULT_HIVE_SHARED_KEY: [
    '1',
    '0 refuses VAULT_HIVE_INGEST_KEY; new keys still hash names like the old ones',
    Flag,
  ],
} as const satisfies SettingRows;

/** Why the hive's settings do not fit together. */
export function hiveProblems(set: Readonly<Record<string, string | undefined>>): readonly string[] {
  return set.VAULT_HIVE_URL !== undefined && set.VAULT_HIVE_KEY === undefined
    ? [
        'VAULT_HIVE_URL needs VAULT_HIVE_KEY: set it to the key that the owner of the hub issued to this instance',
      ]
    : [];
}

/** What the settings say about hives. */
export function hiveConfigOf(set: Read<typeof HIVE_SETTINGS>) {
  const { hiveIngestKey, hiveSharedKey, hiveUrl: url, hiveKey: key } = set;
  const how = { interval: set.hiveInterval, types: set.hiveTypes, names: set.hiveNames };
  /** Where notes are pushed to; undefined: nowhere. */
  const hive: HiveSettings | undefined =
    url === undefined || key === undefined ? undefined : { url, key, ...how };
  return {
    hive,
    /** The key that others may share to use this instance as their hub; undefined: each needs a key of its own. */
    hiveIngestKey,
    /** Whether that key lets them in; if not, it only goes into the keys that are issued. */
    hiveSharedKey,
  };
}

function isHubUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}
