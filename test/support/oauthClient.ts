import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { type Client, testClient } from './client.js';
import { loggedIn } from './team.js';
import { testApp, testClock } from './testApp.js';

/** The public URL of a vault in these tests: on loopback, so that documents of clients may be there, too. */
export const PUBLIC = 'http://127.0.0.1:7437';
export const REDIRECT = 'http://127.0.0.1:7777/callback';
export const VERIFIER = 'v'.repeat(43);
export const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A vault that lets applications in, with a member that is logged in, and an application. */
export async function oauthVault(settings: Record<string, string> = {}) {
  const clock = testClock();
  const env = { VAULT_AUTH: 'session', VAULT_PUBLIC_URL: PUBLIC, ...settings };
  const client = await testClient(await testApp(env, { clock }));
  const ada = await loggedIn(client);
  const oauth = await oauthClient(client);
  const mcp = (token: string, payload: object = LIST_TOOLS) =>
    client.call('POST', '/mcp', { headers: { authorization: `Bearer ${token}` }, payload });
  const after = (seconds: number) => clock.advance(seconds * 1000);
  return { client, ada, oauth, mcp, after };
}

/** The document of a client, on this machine, and what the client asks with. `body` replaces the document. */
export async function documentOfClient(body?: (id: string) => string) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    const document = {
      client_id: id,
      client_name: 'Example',
      redirect_uris: ['http://127.0.0.1/callback'],
    };
    response.end(body ? body(id) : JSON.stringify(document));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  // Listening on TCP, so the address is no path of a socket.
  const id = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  const request = (changes: Record<string, string> = {}) =>
    new URLSearchParams({
      response_type: 'code',
      client_id: id,
      redirect_uri: REDIRECT,
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      scope: 'read write',
      state: 'of the client',
      resource: `${PUBLIC}/mcp`,
      ...changes,
    }).toString();
  return { id, asked: () => asked, request };
}

/** A client that speaks with a vault. `body` replaces its document. */
export async function oauthClient(client: Client, body?: (id: string) => string) {
  const { id, asked, request } = await documentOfClient(body);
  const consent = (
    headers: Record<string, string>,
    decision?: 'approve' | 'deny',
    changes: Record<string, string> = {},
    agreed: { scope?: string[]; projects?: string[] } = {},
  ) =>
    client.call('POST', '/oauth/consent', {
      headers,
      payload: { query: request(changes), ...(decision && { decision }), ...agreed },
    });
  const form = (path: string, fields: Record<string, string>, headers = {}) =>
    client.server.inject({
      method: 'POST',
      url: path,
      headers: { ...FORM, ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  const exchange = (code: string, changes: Record<string, string> = {}, headers = {}) => {
    const fields = {
      grant_type: 'authorization_code',
      code,
      client_id: id,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...changes,
    };
    return form('/oauth/token', fields, headers);
  };
  const refresh = (refresh_token: string, changes: Record<string, string> = {}) =>
    form('/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id: id, ...changes });
  /** What the browser brings back to the client. */
  const code = async (headers: Record<string, string>, changes?: Record<string, string>) => {
    const answer = await consent(headers, 'approve', changes);
    expect(answer.statusCode, answer.body).toBe(200);
    return new URL(answer.json().redirect).searchParams.get('code') ?? '';
  };
  return {
    id,
    asked,
    request,
    consent,
    form,
    exchange,
    refresh,
    code,
    /** The whole way to tokens. */
    connect: async (headers: Record<string, string>, changes?: Record<string, string>) => {
      const answer = await exchange(await code(headers, changes));
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json() as { access_token: string; refresh_token: string; scope: string };
    },
  };
}
