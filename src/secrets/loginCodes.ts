import { randomInt } from 'node:crypto';
import type { Holder } from '../domain/holder.js';
import type { Clock } from '../domain/time.js';
import { tokenHash } from '../domain/token.js';
import { type Most, makeRoom } from './makeRoom.js';

/** Short codes with which a browser logs in as the person who asked for one at a terminal. In memory, for two minutes. */
export interface LoginCodes {
  /** A new code, such as `7K2M-QX4D`, and when it ends, in milliseconds since 1970. */
  issue(holder: Holder): { readonly code: string; readonly expiresAt: number };
  /**
   * Whose code this is; it works once. Case, hyphens and spaces do not matter, nor does an O or I that stands for 0 or 1.
   * Undefined for anything else.
   */
  redeem(code: string): Holder | undefined;
}

const LASTS_MS = 120_000;
/** Codes that are good at the same time: each makes guessing easier. */
const MOST: Most = { perHolder: 3, all: 20 };
/** Of Crockford: no letter that looks like a digit, and no U. 8 of them are 40 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
/** Longer texts are no codes and need not be looked at. */
const LONGEST = 20;

/** No code is good at first. `clock` is in milliseconds. */
export function loginCodes(clock: Clock): LoginCodes {
  // By hash, so that how long a comparison takes says nothing about a code. The oldest first.
  const codes = new Map<string, { holder: Holder; expiresAt: number }>();

  return {
    issue(holder) {
      makeRoom(codes, holder, { now: clock(), most: MOST });
      const drawn = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
      const code = drawn.join('');
      const expiresAt = clock() + LASTS_MS;
      codes.set(tokenHash(code), { holder, expiresAt });
      return { code: `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`, expiresAt };
    },
    redeem(given) {
      if (given.length > LONGEST) return undefined;
      const key = tokenHash(normal(given));
      const found = codes.get(key);
      codes.delete(key);
      return found && found.expiresAt > clock() ? found.holder : undefined;
    },
  };
}

function normal(code: string): string {
  const letters = code.toUpperCase().replace(/[\s-]/g, '');
  return letters.replaceAll('O', '0').replace(/[IL]/g, '1');
}
