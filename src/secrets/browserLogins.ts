import { randomInt } from 'node:crypto';
import type { Clock } from '../domain/time.js';
import { type Holder, randomToken, tokenHash } from '../domain/token.js';

/** A browser that is logged in. Whether its holder still may be is for the caller to find out. */
interface BrowserLogin {
  readonly holder: Holder;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The browsers that are logged in, in the memory of this process: a restart ends all logins. */
export interface BrowserLogins {
  /**
   * Logs a browser in for 8 hours, or until `latest` (ms since 1970) if that is sooner. Gives the value of its new cookie, 64
   * hex characters, which works under this name only.
   */
  open(name: string, holder: Holder, latest?: number): BrowserLogin & { readonly value: string };
  /** The login of a cookie; undefined when there is none, or when it has expired. */
  find(cookie: Cookie): BrowserLogin | undefined;
  close(cookie: Cookie): void;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
}

const LASTS_MS = 8 * 3_600_000;
/** Some 300 bytes each. */
const MOST_LOGINS: Most = { perHolder: 20, all: 10_000 };

/** No browser is logged in at first. `clock` is in milliseconds. */
export function browserLogins(clock: Clock, most = MOST_LOGINS): BrowserLogins {
  // The oldest first. By hash, so that no value can be read from memory or guessed from how long it takes to compare.
  const logins = new Map<string, BrowserLogin>();
  // A cookie that somebody plants under the name for plain HTTP must not be taken under the one for HTTPS.
  const keyOf = ({ name, value }: Cookie) => tokenHash(`${name}=${value}`);

  return {
    open(name, holder, latest = Number.POSITIVE_INFINITY) {
      makeRoom(logins, holder, { now: clock(), most });
      const value = randomToken();
      const login = { holder, expiresAt: Math.min(clock() + LASTS_MS, latest) };
      logins.set(keyOf({ name, value }), login);
      return { ...login, value };
    },
    find(cookie) {
      const login = logins.get(keyOf(cookie));
      return login && login.expiresAt > clock() ? login : undefined;
    },
    close: (cookie) => void logins.delete(keyOf(cookie)),
  };
}

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

const CODE_LASTS_MS = 120_000;
/** Codes that are good at the same time: each makes guessing easier. */
const MOST_CODES: Most = { perHolder: 3, all: 20 };
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
      makeRoom(codes, holder, { now: clock(), most: MOST_CODES });
      const drawn = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
      const code = drawn.join('');
      const expiresAt = clock() + CODE_LASTS_MS;
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

/** Something in memory that belongs to a holder until it expires. */
interface Held {
  readonly holder: Holder;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How many are kept at the same time. */
interface Most {
  readonly perHolder: number;
  readonly all: number;
}

/**
 * Makes room for one more that belongs to `holder`, in a map that has the oldest first. Drops what has expired by `now`, in ms,
 * and if that is not enough, the oldest: that of the same holder first, so that who opens again and again ends nobody else's.
 */
function makeRoom(
  kept: Map<string, Held>,
  { hash }: Holder,
  { now, most }: { readonly now: number; readonly most: Most },
): void {
  const own: string[] = [];
  for (const [key, { holder, expiresAt }] of kept) {
    if (expiresAt <= now) kept.delete(key);
    else if (holder.hash === hash) own.push(key);
  }
  const hasTooMany = own.length >= most.perHolder;
  const [oldest] = hasTooMany ? own : kept.keys();
  if ((hasTooMany || kept.size >= most.all) && oldest !== undefined) kept.delete(oldest);
}
