import { sha256Hex } from './sha256.js';

/** A `client_ref` has at most 200 characters: this leaves room for the number. */
const LONGEST = 180;

/**
 * The `client_ref` of the n-th work session of an agent, counted from 1. An agent has one reference for all that it does,
 * and a session that has ended cannot go on: the next one is called `<ref> (2)`. Hooks and tools name it here, from the
 * whole reference, so that they find the same session. A reference that is too long for the vault is replaced by its hash.
 */
export function nthClientRef(ref: string, n: number): string {
  const whole = ref.trim();
  const name = whole.length > LONGEST ? sha256Hex(whole) : whole;
  return n === 1 ? name : `${name} (${n})`;
}
