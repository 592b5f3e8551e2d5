import { createHmac } from 'node:crypto';
import { redactPii } from '../domain/pii/redactPii.js';

/** What a name belongs to. The same word has different hashes as a project and as a team. */
export type NameOf = 'project' | 'team' | 'author';

/** Gives a name as it is sent to the hive. */
export type ExportedName = (of: NameOf, name: string) => string;

/**
 * Names as keyed hashes (HMAC-SHA-256), `hive-` and 32 hex characters. The key is derived from
 * the key that all members of a hive share, so that each of them can search for a project by its name.
 */
export function hashedNames(hiveKey: string): ExportedName {
  const key = createHmac('sha256', 'memory-vault hive names/1').update(hiveKey).digest();
  return (of, name) => {
    const digest = createHmac('sha256', key).update(`${of}/${name}`).digest('hex');
    return `hive-${digest.slice(0, 32)}`;
  };
}

/** Names as they are, where the owner allows it; personal data in them is still replaced. */
export const plainNames: ExportedName = (_of, name) => redactPii(name).text;
