import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ApiRequest, apiRequests, KNOWN, kindOf } from '../support/apiRequests.js';
import { type Client, testClient } from '../support/client.js';
import { parts, runs } from '../support/depth.js';
import { ADMIN } from '../support/notes.js';
import { loggedIn, me } from '../support/team.js';
import { testApp } from '../support/testApp.js';

const REQUESTS = runs(200, 1_250);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const WRONG = [
  { 'x-admin-key': 'wrong' },
  { 'x-admin-key': '' },
  { 'x-session-token': 'f'.repeat(64) },
  { 'x-session-token': '', ...ADMIN },
];

/** The callers. Members may log out or be removed in between, and return with another invite. */
const callers = fc.oneof(
  { weight: 3, arbitrary: fc.constant('anonymous' as const) },
  { weight: 5, arbitrary: fc.constant('owner' as const) },
  { weight: 2, arbitrary: fc.constantFrom('member' as const, 'admin' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...WRONG) },
);
type Caller = typeof callers extends fc.Arbitrary<infer C> ? C : never;

describe.each(['open', 'session'])('VAULT_AUTH=%s', (auth) => {
  const done: Done = { paths: new Set(), played: new Map(), succeeded: new Map() };

  test.each(parts(4, 2))(
    `${REQUESTS} requests made from the API document: no failure, no undocumented answer, no trace of a refused one (%i)`,
    () => playAll(auth, done),
  );

  test('each path gets its turn, and each method succeeds; in few requests, all but a few', () => {
    const seldom = [...done.paths].filter((path) => (done.played.get(path) ?? 0) <= runs(0, 10));
    const failing = METHODS.filter((method) => !done.succeeded.has(method));
    expect(done.paths.size).toBeGreaterThan(50);
    expect(seldom.length).toBeLessThanOrEqual(runs(5, 0));
    expect(failing.length, failing.join()).toBeLessThanOrEqual(runs(1, 0));
  });
});

/** What the requests of all parts have come to. */
interface Done {
  readonly paths: Set<string>;
  readonly played: Map<string, number>;
  readonly succeeded: Map<string, number>;
}

async function playAll(auth: string, { paths, played, succeeded }: Done): Promise<void> {
  const app = await testApp({ VAULT_AUTH: auth, VAULT_BODY_LIMIT: '16384' });
  const client = await testClient(app);
  const tokens = new Map<string, Record<string, string>>();
  const headersOf = async (caller: Caller) => {
    if (typeof caller === 'object') return caller;
    if (caller === 'anonymous') return {};
    if (caller === 'owner') return ADMIN;
    const known = tokens.get(caller);
    if (known && (await me(client, known)).statusCode === 200) return known;
    const { headers } = await loggedIn(client, `${caller}.${logins++}@example.org`, caller);
    tokens.set(caller, headers);
    return headers;
  };
  let logins = 0;
  const { waitFor } = app.readModels;
  // A request for a future position is answered without waiting.
  Object.assign(app.readModels, { waitFor: (position: number) => waitFor(position, 0) });
  const document = (await client.call('GET', '/openapi.json')).json();
  for (const path of Object.keys(document.paths)) paths.add(path);
  const ids = new Map<string, readonly string[]>();

  const play = async (request: ApiRequest, caller: Caller) => {
    const { method, payload, path } = request;
    const withIds = (text: string) =>
      text.replaceAll(KNOWN, (_, kind, n) => {
        const known = ids.get(kind) ?? [];
        return known[Number(n) % known.length] ?? 'none';
      });
    const url = withIds(request.url);
    const headers = { ...request.headers, ...(await headersOf(caller)) };
    const before = (await app.log.head()).position;
    // The cast is safe: all are HTTP methods, but the client's type lists only the usual ones.
    const answer = await client.call(method as Parameters<Client['call']>[0], url, {
      headers,
      ...(payload !== undefined && { payload: withIds(payload) }),
    });
    const { statusCode: status } = answer;
    // The only 5xx that a caller can cause: by waiting for a position that the log does not have yet.
    const inVain = Object.keys(headers).some((name) => name.toLowerCase() === 'x-min-position');
    const code = method === 'HEAD' ? 'not_ready' : status === 503 && answer.json().code;
    expect(status < 500 || (status === 503 && inVain && code === 'not_ready')).toBe(true);
    if (status >= 400) expect((await app.log.head()).position).toBe(before);
    else succeeded.set(method, (succeeded.get(method) ?? 0) + 1);
    if (!path) return;
    played.set(path, (played.get(path) ?? 0) + 1);
    const kind = kindOf(path);
    if (status < 300) ids.set(kind, [...idsIn(answer.body), ...(ids.get(kind) ?? [])].slice(0, 12));
  };

  await fc.assert(
    fc.asyncProperty(apiRequests(document), callers, play),
    // The effect of a request depends on those before it, so a shrunk sequence would prove nothing.
    { numRuns: REQUESTS, endOnFailure: true },
  );
  expect((await app.log.head()).position).toBeGreaterThan(REQUESTS / 50);
  expect((await client.call('GET', '/readyz')).json()).toMatchObject({ status: 'ready' });
}

/** Some identifiers from an answer. */
function idsIn(body: string): string[] {
  return [...body.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id).slice(0, 3);
}
