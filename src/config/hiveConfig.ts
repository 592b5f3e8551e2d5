import { z } from 'zod';
import type { ObservationType } from '../domain/observation.js';
import { OBSERVATION_TYPES } from '../domain/observationTypes.js';
import { Duration, type Read, type SettingRows } from './settingTypes.js';

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
    'URL of the instance to push to and to search in',
    Url.optional(),
  ],
  VAULT_HIVE_KEY: [
    'none; needed with VAULT_HIVE_URL',
    'the key that the owner of the hub issued to this instance; names are hashed with a part of it before they travel',
    Key.optional(),
  ],
  VAULT_HIVE_INTERVAL: [
    '60s',
    'how often to check for something to push when nothing new is saved, such as 5m',
    // Timers of Node cannot run for more than some weeks.
    Duration.refine((ms) => ms >= 1000 && ms <= 7 * 86_400_000, 'must be from 1s to 7d').default(
      60_000,
    ),
  ],
  VAULT_HIVE_TYPES: [
    'decision,pattern,learning,antipattern,discovery',
    'types of observations that may be pushed, comma-separated',
    Types.default(['decision', 'pattern', 'learning', 'antipattern', 'discovery']),
  ],
  VAULT_HIVE_NAMES: [
    '0',
    '1 sends the names of projects, teams and authors as they are; 0 sends hashes',
    z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  ],
  VAULT_HIVE_INGEST_KEY: [
    'none',
    'key that all other instances may send as X-Hive-Key, until each has a key of its own; at least 16 characters',
    Key.optional(),
  ],
  VAULT_HIVE_SHARED_KEY: [
    '1',
    '0 no longer lets VAULT_HIVE_INGEST_KEY in: new keys still hash names as the old ones did',
    z.enum(['0', '1'], 'must be 0 or 1').default('1'),
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

type Parsed = Read<typeof HIVE_SETTINGS>;

/** What the settings say about hives. */
export function hiveConfigOf(set: Parsed) {
  return {
    /** Where notes are pushed to; undefined: nowhere. */
    hive: hiveSettingsOf(set),
    /** The key that others may share to use this instance as their hub; undefined: each needs a key of its own. */
    hiveIngestKey: set.VAULT_HIVE_INGEST_KEY,
    /** Whether that key lets them in; if not, it only goes into the keys that are issued. */
    hiveSharedKey: set.VAULT_HIVE_SHARED_KEY === '1',
  };
}

function hiveSettingsOf(set: Parsed): HiveSettings | undefined {
  const { VAULT_HIVE_URL: url, VAULT_HIVE_KEY: key } = set;
  if (url === undefined || key === undefined) return undefined;
  const { VAULT_HIVE_INTERVAL: interval, VAULT_HIVE_TYPES: types } = set;
  return { url, key, interval, types, names: set.VAULT_HIVE_NAMES === '1' };
}

function isHubUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}
