/** Whom a browser login or a code is for: who showed the owner's key, or a session token, with this hash. */
export interface Holder {
  readonly kind: 'owner' | 'member';
  /** As of `tokenHash`. */
  readonly hash: string;
}
