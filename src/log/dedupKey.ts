import { sha256Hex } from '../domain/hash.js';
import { projectStreamKey } from '../events/recorded.js';

/**
 * What makes one thing a duplicate of another: the same hash (SHA-256 in hex) in the same scope, such as the content of a
 * note in a session.
 */
export interface DedupKey {
  readonly scope: string;
  readonly hash: string;
}

/** A stream that holds what a key says. */
export interface Holder {
  readonly stream: string;
  readonly position: number;
}

/**
 * By what a session is found again: its `client_ref` among those of its project. Undefined without one, and where the
 * privacy filter left a mark in it: what is left of a text may be the same as what is left of another.
 */
export function refKey({
  project,
  client_ref,
}: {
  readonly project: string;
  readonly client_ref?: string | undefined;
}): DedupKey | undefined {
  if (client_ref === undefined || FILTERED.test(client_ref)) return undefined;
  return { scope: projectStreamKey(project), hash: sha256Hex(client_ref) };
}

const FILTERED = /\[(?:REDACTED|PRIVATE)\]/;
