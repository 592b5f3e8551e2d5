import { createHmac } from 'node:crypto';
import { redactPii } from '../domain/pii.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';

/** The parts of the key of one member of a hive. */
interface MemberKey {
  /** ULID of the member on the hub. */
  readonly id: string;
  /** Proves to the hub who pushes: 64 hex characters. */
  readonly secret: string;
  /** What names are hashed with, the same in all keys of a hive: 64 hex characters. */
  readonly names: string;
}

const MEMBER_KEY =
  /^mvh_(?<id>[0-7][0-9A-HJKMNP-TV-Z]{25})_(?<secret>[0-9a-f]{64})_(?<names>[0-9a-f]{64})$/;

/** The key as one string: `mvh_<id>_<secret>_<names>`. */
export function formatMemberKey({ id, secret, names }: MemberKey): string {
  return `mvh_${id}_${secret}_${names}`;
}

/** The parts of a member's key; undefined for any other text, such as the key that all members share. */
export function parseMemberKey(key: string): MemberKey | undefined {
  const { id, secret, names } = MEMBER_KEY.exec(key)?.groups ?? {};
  if (id === undefined || secret === undefined || names === undefined) return undefined;
  return { id, secret, names };
}

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
  return (_of, name) => withoutPrivate(filter, name);
}

/** A text that somebody wrote, in the form in which a note with it would be sent. */
export async function withoutPrivate(filter: PrivacyFilter, text: string): Promise<string> {
  return redactPii((await filter(text)).text).text;
}
