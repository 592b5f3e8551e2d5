import { isReference } from './isReference.js';
import { looksRandom } from './looksRandom.js';
import type { Rule, Span } from './rule.js';

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
