import { beforeAll, expect, test } from 'vitest';
import { type Listening, listening, listeningOn, request } from '../support/listening.js';
import { note } from '../support/notes.js';
import { sharedClient } from '../support/sharedClient.js';
import { ADMIN_KEY, testApp } from '../support/testApp.js';

const SAVE = 'POST /api/v1/observations';
const BODY = JSON.stringify(note());
const JSON_TYPE = { 'Content-Type': 'application/json' };

test('a page of another origin saves nothing with any request that needs no preflight', async () => {
  const app = await testApp();
  const { exchange, port } = await listening(app);
  const Host = `localhost:${port}`;
  const evil = { Host, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  // The headers that a form or a fetch without preflight can set.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const [simple] = await exchange(request(SAVE, { ...evil, 'Content-Type': type }, BODY));
    expect(simple?.status).toBe(403);
    // An old browser sends no origin of the page.
    const [mute] = await exchange(request(SAVE, { Host, 'Content-Type': type }, BODY));
    expect(mute?.status).toBe(415);
  }
  const [sandboxed] = await exchange(request(SAVE, { Host, Origin: 'null', ...JSON_TYPE }, BODY));
  expect(sandboxed?.status).toBe(403);
  const preflight = { ...evil, 'Access-Control-Request-Method': 'POST' };
  const [asked] = await exchange(request('OPTIONS /api/v1/observations', preflight));
  expect(asked?.headers['access-control-allow-origin']).toBe('http://localhost:5173');
  expect((await app.log.head()).position).toBe(0);
});

test('a page that uses DNS rebinding reads and saves nothing', async () => {
  const app = await testApp();
  const { exchange, port } = await listening(app);
  const Host = `rebound.evil.example:${port}`;
  // The browser sees the same origin.
  const page = { Host, Origin: `http://${Host}`, 'Sec-Fetch-Site': 'same-origin' };
  for (const [line, body] of [
    ['GET /api/v1/stats', ''],
    ['GET /healthz', ''],
    [SAVE, BODY],
  ] as const) {
    const [refused] = await exchange(request(line, { ...page, ...JSON_TYPE }, body));
    expect(JSON.parse(refused?.body ?? '')).toMatchObject({ code: 'forbidden_host' });
  }
  expect((await app.log.head()).position).toBe(0);
});

test.each([
  ['X-Forwarded-Host', 'localhost'],
  ['Forwarded', 'host=localhost'],
  ['X-Host', 'localhost'],
])('the header %s does not override a foreign Host', async (name, value) => {
  const { exchange } = await listening(await testApp({ VAULT_TRUST_PROXY: '127.0.0.1' }));
  const [refused] = await exchange(
    request('GET /healthz', { Host: 'evil.example', [name]: value }),
  );
  expect(refused?.status).toBe(403);
});

test('forged forwarding headers do not reset the rate limit', async () => {
  const { exchange } = await listening(await testApp({ VAULT_RATE_LIMIT: '5' }));
  const statuses: (number | undefined)[] = [];
  for (let i = 0; i < 8; i++) {
    const forged = {
      'X-Forwarded-For': `203.0.113.${i}`,
      'X-Real-IP': `203.0.113.${i}`,
      Forwarded: `for=203.0.113.${i}`,
      'CF-Connecting-IP': `203.0.113.${i}`,
      'True-Client-IP': `203.0.113.${i}`,
    };
    statuses.push((await exchange(request('GET /healthz', forged)))[0]?.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
});

const vault = sharedClient();
let exchange: Listening['exchange'];
beforeAll(async () => {
  ({ exchange } = await listeningOn(vault().server));
});

const PROTECTED = [
  ['PUT', '/api/v1/sdd/p', '{"phase":"spec"}'],
  ['PUT', '/api/v1/openspec/p', '{"content":"x"}'],
  ['POST', '/admin/purge', '{"project":"p"}'],
  ['GET', '/admin/export', ''],
] as const;

test.each(PROTECTED)(
  '%s %s needs the right admin key in the right header',
  async (method, url, body) => {
    const { app } = vault();
    const send = async (headers: Record<string, string>, path: string = url) => {
      const [answer] = await exchange(
        request(`${method} ${path}`, { ...JSON_TYPE, ...headers }, body),
      );
      return answer?.status;
    };
    for (const guess of [
      '',
      ' ',
      'null',
      ADMIN_KEY.slice(1),
      ADMIN_KEY.toUpperCase(),
      `${ADMIN_KEY}x`,
    ]) {
      expect(await send({ 'X-Admin-Key': guess }), guess).toBe(401);
    }
    expect(await send({})).toBe(401);
    for (const scheme of ['Basic', 'Bearer:', 'Digest', 'BearerX'])
      expect(await send({ Authorization: `${scheme} ${ADMIN_KEY}` }), scheme).toBe(401);
    expect(await send({ Authorization: ADMIN_KEY })).toBe(401);
    expect(await send({ Cookie: `X-Admin-Key=${ADMIN_KEY}; admin_key=${ADMIN_KEY}` })).toBe(401);
    expect(await send({ 'X-Session-Token': ADMIN_KEY })).toBe(401);
    expect(await send({ 'X-Admin-Key': `${ADMIN_KEY}, ${ADMIN_KEY}` })).toBe(401);
    expect(await send({}, `${url}?admin_key=${ADMIN_KEY}`)).toBe(400);
    expect((await app.log.head()).position).toBe(0);
  },
);
