/** The parts of the key of one member of a hive. */
export interface MemberKey {
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
