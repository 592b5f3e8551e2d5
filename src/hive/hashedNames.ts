import { createHmac } from 'node:crypto';
import { redactPii } from '../domain/pii/redactPii.js';

/** What a name can be of. The same word is another hash as a project than as a team. */
export type NameOf = 'project' | 'team' | 'author';

/** Gives a name as it travels to the hive. */
export type ExportedName = (of: NameOf, name: string) => string;

/**
 * Names as keyed hashes (HMAC-SHA-256), `hive-` and 32 hex characters. The key is made from the one that all
 * members of a hive share, so that each of them can ask for a project by its name.
 */
export function hashedNames(hiveKey: string): ExportedName {
  const key = createHmac('sha256', 'memory-vault hive names/1').update(hiveKey).digest();
  return (of, name) => {
    const digest = createHmac('sha256', key).update(`${of}/${name}`).digest('hex');
    return `hive-${digest.slice(0, 32)}`;
  };
}

/** Names as they are, where the owner says that they may be seen; what is personal in them may not. */
export const plainNames: ExportedName = (_of, name) => redactPii(name).text;
