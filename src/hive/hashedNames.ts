import { createHmac } from 'node:crypto';
import { redactPii } from '../domain/pii/redactPii.js';
import type { PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import { parseMemberKey } from './memberKey.js';

/** What a name belongs to. The same word has different hashes as a project and as a team. */
export type NameOf = 'project' | 'team' | 'author';

/** Gives a name as it is sent to the hive. */
export type ExportedName = (of: NameOf, name: string) => string | Promise<string>;

/**
 * Names as keyed hashes (HMAC-SHA-256), `hive-` and 32 hex characters. All members of a hive hash with the same key, so
 * that each of them can search for a project by its name.
 */
export function hashedNames(hiveKey: string): (of: NameOf, name: string) => string {
  const key = Buffer.from(namesKeyOf(hiveKey), 'hex');
  return (of, name) => {
    const digest = createHmac('sha256', key).update(`${of}/${name}`).digest('hex');
    return `hive-${digest.slice(0, 32)}`;
  };
}

/**
 * What the holder of a key hashes names with, in hex: a part of a member's key. From the key that all members share it is
 * derived, and gives nobody that key.
 */
export function namesKeyOf(hiveKey: string): string {
  const derived = () =>
    createHmac('sha256', 'memory-vault hive names/1').update(hiveKey).digest('hex');
  return parseMemberKey(hiveKey)?.names ?? derived();
}

/** Names as they are, where the owner allows it; private and personal data in them is still replaced. */
export function plainNames(filter: PrivacyFilter): ExportedName {
  return async (_of, name) => redactPii((await filter(name)).text).text;
}
