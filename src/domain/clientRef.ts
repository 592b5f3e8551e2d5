import { sha256Hex } from './hash.js';
import { canonicalUlid } from './ulid.js';

/** As a hook may say it to a model, a model write it in a call, and the vault keep it as it is. */
const PLAIN = /^[\w.:@/+-]{1,60}$/;

/**
 * What the session of an agent is called in the vault, for hooks and tools alike, so that they mean the same session: what
 * the agent calls it, or a hash of that where it is long, holds odd characters, or could be taken for the id of a session. Of
 * such a name it gives the name itself. Undefined for a blank.
 */
export function clientRef(ref: string): string | undefined {
  const whole = ref.trim();
  if (whole === '') return undefined;
  const isPlain = PLAIN.test(whole) && canonicalUlid(whole) === undefined;
  return isPlain ? whole : sha256Hex(whole).slice(0, 32);
}

/**
 * The `client_ref` of the n-th work session of an agent, counted from 1. An agent has one reference for all that it does,
 * and a session that has ended cannot go on: the next one is called `<ref> (2)`.
 */
export function nthClientRef(ref: string, n: number): string | undefined {
  const name = clientRef(ref);
  return n === 1 || name === undefined ? name : `${name} (${n})`;
}

/** What all work sessions of an agent have in common, of the `client_ref` of one of them. */
export const sharedRef = (ref: string): string => ref.replace(/ \(\d+\)$/, '');
