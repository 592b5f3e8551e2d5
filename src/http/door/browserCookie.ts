import { parseHost } from '../../domain/host.js';
import type { AnswerHead, Asked } from '../route.js';

/** The cookie of a browser that is logged in. */
export interface BrowserCookie {
  readonly name: string;
  readonly value: string;
}

/**
 * The cookie for this service in a request that a page of this very service sent, as the browser says in `Sec-Fetch-Site`.
 * Any other request counts as one without a cookie: one of another site or port, one from the address bar, and one of a
 * program. So does following a link, which may stand in a note that somebody else wrote. Undefined also when there are
 * several, of which another page may have planted one.
 */
export function browserCookie(request: Asked): BrowserCookie | undefined {
  if (!isFromOwnPage(request)) return undefined;
  const sent = pairsIn(request.headers.cookie ?? '');
  const named = [secureName(request), plainName(request)].map((name) =>
    sent.filter((pair) => pair.name === name),
  );
  // The first name is one that only a page over HTTPS can set.
  const [only, another] = named.find((pairs) => pairs.length > 0) ?? [];
  return another === undefined ? only : undefined;
}

/** True for what a script of our own page sends. Browsers say so only where the page is from localhost or over HTTPS. */
export function isFromOwnPage({ headers }: Asked): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && headers['sec-fetch-mode'] !== 'navigate';
}

/** The name of the cookie that a browser gets for this request. */
export function cookieName(request: Asked): string {
  return isEncrypted(request) ? secureName(request) : plainName(request);
}

/** Gives the browser a cookie for `seconds`, which no script can read and no other site can have sent. */
export function setCookie(reply: AnswerHead, { name, value }: BrowserCookie, seconds: number) {
  const secure = name.startsWith(HOST_PREFIX) ? '; Secure' : '';
  const rules = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  reply.header('set-cookie', `${name}=${value}; ${rules}`);
}

/** Has the browser drop a cookie. */
export function clearCookie(reply: AnswerHead, { name }: BrowserCookie): void {
  setCookie(reply, { name, value: '' }, 0);
}

/** Browsers take a cookie of such a name only with `Secure`, over HTTPS, and for exactly this host (RFC 6265bis). */
const HOST_PREFIX = '__Host-';

const secureName = (request: Asked) => `${HOST_PREFIX}${plainName(request)}`;

/** All ports of a host share their cookies, so the name of each has its port. */
function plainName({ headers }: Asked): string {
  const port = parseHost(headers.host ?? '')?.port;
  return port === undefined ? 'memory-vault' : `memory-vault-${port}`;
}

/**
 * Whether the browser talks HTTPS. A proxy that nobody told us to trust is believed, too, and so is the page: a wrong word only
 * makes a cookie that the browser does not keep.
 */
function isEncrypted({ headers, protocol }: Asked): boolean {
  const forwarded = String(headers['x-forwarded-proto'] ?? '').toLowerCase();
  return protocol === 'https' || forwarded === 'https' || /^https:/i.test(headers.origin ?? '');
}

function pairsIn(header: string): BrowserCookie[] {
  return header.split(';').map((pair) => {
    const end = pair.indexOf('=');
    return { name: pair.slice(0, Math.max(end, 0)).trim(), value: pair.slice(end + 1).trim() };
  });
}
