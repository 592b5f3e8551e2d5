import { z } from 'zod';
import type { Access } from '../../app/access.js';
import type { Vault } from '../../app/vault.js';
import { type Caller, isAdmin, ROLES } from '../../domain/caller.js';
import { OutTime } from '../../domain/fields.js';
import { Rejection } from '../../domain/rejection.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { ok } from '../answers/successAnswers.js';
import {
  holderInHeaders,
  type Identified,
  identifyHolder,
  invalidSession,
  shownHolder,
} from '../door/authorize.js';
import {
  browserCookie,
  clearCookie,
  cookieName,
  isFromOwnPage,
  setCookie,
} from '../door/browserCookie.js';
import { EXAMPLES } from '../openapi/examples.js';
import { type AnswerHead, type Asked, del, get, group, post } from '../route.js';

const BrowserCaller = z
  .object({
    caller: z.enum(['anonymous', 'owner', 'member']),
    admin: z.boolean(),
    vault: z.enum(['open', 'members']).meta({
      description: '`open`: everybody may read and save.',
    }),
    email: z.string().optional(),
    team: z.string().optional(),
    role: z.enum(ROLES).optional(),
    expires_at: OutTime.optional(),
  })
  .meta({ id: 'BrowserCaller' });
type BrowserCaller = z.infer<typeof BrowserCaller>;

const EXAMPLE = {
  caller: 'member',
  admin: false,
  vault: 'members',
  email: EXAMPLES.member.email,
  team: EXAMPLES.team.name,
  role: EXAMPLES.member.role,
  expires_at: '2026-11-20T17:30:00Z',
};

const WRONG =
  "this is not a valid session token, owner's key or code (codes work once, " +
  'within 2 minutes). With an invite, join first';

export const browserLoginRoutes = group({ tag: 'auth' }, [
  get('/auth/browser', 'getBrowserLogin', {
    audience: 'public',
    summary: 'Who is logged in in this browser',
    description:
      'Tells by the cookie of `POST /auth/browser`, and clears one whose login has ended.',
    answers: ok('The caller.', BrowserCaller, EXAMPLE),
    errors: ['not_ready'],
    async handle({ vault, access, request, reply }) {
      const cookie = browserCookie(request);
      if (!cookie) return shown(vault, undefined);
      const login = access.browserLogins.find(cookie);
      const found = login && (await identifyHolder({ vault, access }, login.holder));
      if (found) return shown(vault, found, login.expiresAt);
      endLogin(access, request, reply);
      return shown(vault, undefined);
    },
  }),
  post('/auth/browser', 'logInBrowser', {
    audience: 'public',
    summary: 'Log a browser in',
    description:
      'For the page of the service: gives the browser a cookie for 8 hours. Needs `Sec-Fetch-Site: same-origin`, which ' +
      'browsers send from localhost and over HTTPS only.',
    withoutKey: true,
    body: z.strictObject({
      token: z.string().min(1).max(1000).meta({
        description: "A session token, the owner's key, or a code of `memory-vault open`.",
      }),
    }),
    example: { token: EXAMPLES.token },
    answers: ok('Logged in.', BrowserCaller, EXAMPLE, { 'Set-Cookie': 'The cookie.' }),
    errors: ['invalid_session', 'forbidden_origin', 'not_ready'],
    async handle({ vault, access, body, request, reply }) {
      assertOwnPage(request);
      const holder = shownHolder(access, body.token);
      const found = await identifyHolder({ vault, access }, holder);
      if (!found) throw invalidSession(WRONG);
      // Never the value that the browser brought: somebody else may know it.
      const before = browserCookie(request);
      if (before) access.browserLogins.close(before);
      const { member } = found;
      const latest = member && member.expires_at * 1000;
      const name = cookieName(request);
      const { value, expiresAt } = access.browserLogins.open(name, holder, latest);
      const seconds = Math.max(1, Math.round((expiresAt - vault.clock()) / 1000));
      setCookie(reply, { name, value }, seconds);
      return shown(vault, found, expiresAt);
    },
  }),
  del('/auth/browser', 'logOutBrowser', {
    audience: 'public',
    summary: 'Log a browser out',
    description: 'Ends the login of the cookie, and clears it.',
    answers: { 204: { description: 'Logged out.' } },
    async handle({ access, request, reply }) {
      endLogin(access, request, reply);
    },
  }),
  post('/auth/code', 'issueLoginCode', {
    audience: 'credential',
    summary: 'Get a code for a browser',
    description:
      'A code with which a browser logs in as you: once, within 2 minutes. The cookie of a browser gets none.',
    withoutKey: true,
    answers: ok('The code.', z.object({ code: z.string(), expires_at: OutTime }), {
      code: '7K2M-QX4D',
      expires_at: '2026-11-20T09:32:00Z',
    }),
    handle({ access, caller, request }) {
      const { code, expiresAt } = access.loginCodes.issue(holderInHeaders(caller, request));
      return { code, expires_at: formatTime(toSeconds(expiresAt)) };
    },
  }),
]);

function assertOwnPage(request: Asked): void {
  if (isFromOwnPage(request)) return;
  throw new Rejection(
    'forbidden_origin',
    request.headers['sec-fetch-site'] === undefined
      ? 'the page needs localhost or HTTPS: only there do browsers send the origin of a request (Sec-Fetch-Site: ' +
          'same-origin). Open it as http://localhost, or through a proxy with HTTPS'
      : 'only the page of this service may log a browser in (Sec-Fetch-Site: same-origin)',
  );
}

function endLogin(access: Access, request: Asked, reply: AnswerHead): void {
  const cookie = browserCookie(request);
  if (!cookie) return;
  access.browserLogins.close(cookie);
  clearCookie(reply, cookie);
}

function shown({ config }: Vault, found: Identified | undefined, expiresAt = 0): BrowserCaller {
  const vault = config.auth === 'open' ? 'open' : 'members';
  if (!found) return { caller: 'anonymous', admin: false, vault };
  const { member } = found;
  const caller: Caller = member ?? { kind: 'owner' };
  return {
    caller: caller.kind,
    admin: isAdmin(caller),
    vault,
    email: member?.email,
    team: member?.team,
    role: member?.role,
    expires_at: formatTime(toSeconds(expiresAt)),
  };
}
