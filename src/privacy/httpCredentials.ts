import { trimmedEnd } from './keyValuePair.js';
import { looksRandom } from './looks.js';
import { isPlaceholder, isReference } from './references.js';
import { type Rule, type Span, spansOf } from './rule.js';

/**
 * The header, a member of that name or a call that sets it; the scheme; the first word after it, which is on the next
 * line when the header is folded.
 */
const HEADER =
  /authorization(?:\\{0,4}["'`])?\]?[ \t]{0,8}(?:=>|[:=,])[ \t]{0,8}(?:\[\]string\{|\[)?(?:[rbfu@$]?\\{0,4}["'`])?(?:(bearer|basic|token|digest|negotiate|apikey|api-key)(?:\\?[ \t]{1,8}|\r?\n[ \t]{1,8}))?([^\s"'`,;<>]+|<[^\s<>]*>)/dgi;
const BARE_BEARER = /(?<![\w-])bearer[ \t]{1,8}([\w.~+/-]{16,}={0,2})/dgi;
const BARE_BASIC = /(?<![\w-])basic[ \t]{1,8}([\w.~+/-]{16,}={0,2})/dgi;
const QUOTED_BEARER = /["'`]bearer[ \t]{1,8}([^\s"'`]{6,512})["'`]/dgi;
/** The member of Docker's and npm's settings. */
const ENCODED = /(?<![A-Za-z])_?auth["']?[ ]?[:=][ \t]{0,8}["']?([\w+/-]{8,512}={0,2})/dgi;
const WORDS =
  /^(?:access|api|auth|aws4-hmac-sha256|authentication|authorization|challenge|credentials?|headers?|jwts?|keys?|prefix|required|scheme|schemes|support|tokens?|bearer|basic|digest|and|or|is|was|not|with|for|in|from|if|when|as|to)$/i;

/** The credentials of `Authorization: Bearer|Basic …`, also as a key of JSON or code, and of a bare `Bearer …`. */
export const authorizations: Rule = {
  id: 'authorization',
  needs: ['authorization', 'bearer', 'basic'],
  find(text) {
    const spans: Span[] = [];
    for (const { 1: scheme, indices } of text.matchAll(HEADER)) {
      const [start, stop] = indices?.[2] ?? [0, 0];
      const end = trimmedEnd(text, start, stop);
      const next = text.slice(stop, stop + 3);
      const credentials = text.slice(start, end);
      if (scheme === undefined ? isLong(credentials) : isCredentials(credentials, next)) {
        spans.push({ kind: kindOf(scheme), start, end });
      }
    }
    const isBasic = (value: string) => looksRandom(value) || holdsCredentials(value);
    return [
      ...spans,
      ...spansOf(text, BARE_BEARER, 'bearer', 1, isLong),
      ...spansOf(text, BARE_BASIC, 'basic', 1, isBasic),
      ...spansOf(text, QUOTED_BEARER, 'bearer', 1, (value) => isCredentials(value, '')),
    ];
  },
};

/** The `auth` of Docker's and npm's settings: `user:password` in base64, however little random it looks. */
export const encodedAuth: Rule = {
  id: 'encoded-auth',
  needs: ['auth"', "auth'", 'auth:', 'auth=', 'auth =', 'auth :'],
  find: (text) => spansOf(text, ENCODED, 'basic', 1, holdsCredentials),
};

const kindOf = (scheme: string | undefined) =>
  scheme?.toLowerCase() === 'basic' ? 'basic' : 'bearer';

/** After a scheme, a value is a credential unless it is a reference, a technical word or the start of a sentence. */
function isCredentials(value: string, next: string): boolean {
  if (value === '' || isReference(value) || WORDS.test(value)) return false;
  // The parts of a text that a program puts together, or a placeholder.
  if (/^\\{0,2}\$?[{[][A-Za-z_]/.test(value)) return false;
  // The name of a parameter: `Digest username="…"`, `Bearer realm="…"`.
  if (/^\w+=(?:%\w|$)/.test(value)) return false;
  return !(/^[a-z]+$/.test(value) && /^[ \t]+[A-Za-z(]/.test(next));
}

/** Without a scheme, a credential must have a digit or be longer than any word. */
function isLong(value: string): boolean {
  return (
    value.length >= 16 &&
    !WORDS.test(value) &&
    (/\d/.test(value) || (/\w{28}/.test(value) && !/(?:[A-Z][a-z]{2,}){2}/.test(value))) &&
    !isReference(value)
  );
}

/** Characters of a user, a colon and a password. */
const USER_AND_PASSWORD = /^[\w.@+$-]{1,128}:[^\s\p{C}]{1,256}$/u;

/** Whether a text is `user:password` in base64, as Basic authentication and Docker's `config.json` have it. */
function holdsCredentials(base64: string): boolean {
  if (base64.length < 8 || base64.length > 512 || !/^[\w+/-]+={0,2}$/.test(base64)) return false;
  return USER_AND_PASSWORD.test(decoded(base64));
}

/** A word of base64 whose first byte is a letter, and each third byte after it one of ASCII. */
const WORD =
  /\b(?<![+/=.-])[Q-WY-Za-e][A-Za-z\d+/]{3}[A-Za-f][A-Za-z\d+/]{3}[A-Za-f][A-Za-z\d+/]{1,500}={0,2}(?![\w+/=-])/dg;
/** A number or a UUID is the id of something (`User:42`), and what begins with `//` is a URL. */
const PAIR =
  /^[A-Za-z][\w.@+-]{1,63}:(?!\/\/|\d+$|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$)[!-~]{4,256}$/;

/** `user:password` in base64 where nothing says that it is one. */
export const encodedPairs: Rule = {
  id: 'encoded-pair',
  find: (text) =>
    spansOf(text, WORD, 'basic', 0, (word) => word.length % 4 === 0 && PAIR.test(decoded(word))),
};

const decoded = (base64: string) => Buffer.from(base64, 'base64').toString('latin1');

/** The header, a member of that name, a call that sets it, or the option of curl; up to its first cookie. */
const HEAD =
  /(?:(?<![\w-])(?:set-)?cookie["'`]?\]?[ \t]{0,8}(?:=>|[:=,])|(?<=[ \t])(?:-b|--cookie)(?=[ \t='"])(?<=\bcurl[ \t][^\n]{0,200}(?:-b|--cookie)))[ \t]{0,8}=?[ \t]{0,8}\[?["'`]?/gi;
const COOKIE = /([\w.$%!#*+^|~-]{1,128})=(?:"([^"\n]*)"|([^\s;,"'`<>]*))/dy;
/** What follows a cookie: one of these or several. Attributes without a value have no `=`. */
const BETWEEN = /;[ \t]*(?:(?:httponly|secure|partitioned)(?=[;\s"'`]|$))?/iy;
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|priority|comment|version)$/i;
const EXPIRES = /[^;\n"'`]*/y;
/** Names of cookies that stand for a session or a person. */
const SESSION =
  /sess|sid$|^s$|auth|token|jwt|login|logged|remember|csrf|xsrf|user|credential|ticket|secret|identity/i;
const SHORTEST = 6;

/** The values of cookies that stand for a session, in `Cookie: …` and `Set-Cookie: …`. Names and attributes stay. */
export const cookies: Rule = {
  id: 'cookies',
  needs: ['cookie', 'curl'],
  find(text) {
    const spans: Span[] = [];
    HEAD.lastIndex = 0;
    for (let head = HEAD.exec(text); head !== null; head = HEAD.exec(text)) {
      HEAD.lastIndex = readCookies(text, HEAD.lastIndex, spans);
    }
    return spans;
  },
};

/** Reads the cookies that begin at `from`, each character once, and returns where they end. */
function readCookies(text: string, from: number, spans: Span[]): number {
  let at = from;
  for (;;) {
    COOKIE.lastIndex = at;
    const cookie = COOKIE.exec(text);
    if (cookie === null) return at;
    at = COOKIE.lastIndex;
    const name = cookie[1] ?? '';
    if (ATTRIBUTE.test(name)) {
      EXPIRES.lastIndex = at;
      EXPIRES.test(text);
      at = EXPIRES.lastIndex;
    } else {
      const [start, end] = cookie.indices?.[2] ?? cookie.indices?.[3] ?? [0, 0];
      if (isSecret(name, text.slice(start, end))) spans.push({ kind: 'cookie', start, end });
    }
    const behind = at;
    for (BETWEEN.lastIndex = at; BETWEEN.test(text); ) at = BETWEEN.lastIndex;
    if (at === behind) return at;
  }
}

function isSecret(name: string, value: string): boolean {
  if (value.length < SHORTEST || isReference(value)) return false;
  return looksRandom(value) || (SESSION.test(name) && !/^[a-z]{1,12}$/.test(value));
}

/*
 * From `://` (also escaped as in JSON) to the last `@` of the authority. A password may contain a raw `/`, `?` or `#` when
 * the text after the colon cannot be a port. A match starts at `://` and cannot contain it, so each is read once.
 */
const USER_INFO =
  /(?<=\w):\\?\/\\?\/([^\s/:@"'`<>]{0,256}(?::(?!\d{1,5}[/?#])[^\s"`<>]{0,512})?)@(?=[\w[$%{.-])/dg;

/** How documents write the form itself. `user:pass` is found: many a local database has just that. */
const PLACEHOLDER = /^(?:|user|username|login|name):password$/i;

/** Finds the `user:password` of URLs, and a user alone that looks like a token. The host stays. */
export const urlCredentials: Rule = {
  id: 'url-credentials',
  needs: ['://', ':\\/'],
  find: (text) => spansOf(text, USER_INFO, 'url-userinfo', 1, isUserInfo),
};

function isUserInfo(userInfo: string): boolean {
  const [user = '', ...rest] = userInfo.split(':');
  const password = rest.join(':');
  if (rest.length === 0) return isToken(user);
  return password !== '' && !isPlaceholder(password) && !PLACEHOLDER.test(userInfo);
}

/** Long and with a digit: nobody logs in with such a name. */
function isToken(user: string): boolean {
  return user.length >= 16 && /\d/.test(user) && !isReference(user);
}
