import type { Holder } from '../domain/holder.js';
import type { Clock } from '../domain/time.js';
import { randomToken, tokenHash } from '../domain/token.js';
import { type Most, makeRoom } from './makeRoom.js';

/** A browser that is logged in. Whether its holder still may be is for the caller to find out. */
export interface BrowserLogin {
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
const MOST: Most = { perHolder: 20, all: 10_000 };

/** No browser is logged in at first. `clock` is in milliseconds. */
export function browserLogins(clock: Clock, most = MOST): BrowserLogins {
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
