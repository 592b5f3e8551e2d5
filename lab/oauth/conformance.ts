import { createHash, randomBytes } from 'node:crypto';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CheckResult } from '../mcp/checkResult.js';
import { installClients } from '../mcp/installClients.js';
import { runConformance } from '../mcp/runConformance.js';

interface Vault {
  readonly url: string;
  /** The session token of a member. */
  readonly session: string;
  /** The id of a client. */
  readonly client: string;
}

/**
 * Runs the conformance suite against /mcp of a vault that needs an access token. The suite cannot send one to a server (0.1.16: no
 * option for a header, and all its auth scenarios test clients), so what it sends goes through a proxy that adds it. `output` is an
 * empty directory.
 */
export async function conformanceWithToken(
  vault: Vault,
  { output, signal }: { readonly output: string; readonly signal: AbortSignal },
): Promise<readonly CheckResult[]> {
  const { conformance } = await installClients(signal);
  const token = await accessToken(vault);
  const port = new URL(vault.url).port;
  const proxy = createServer((request, response) => {
    const { method, url, headers } = request;
    const shown = { ...headers, authorization: `Bearer ${token}` };
    const passed = send({ port, method, path: url, headers: shown }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  // Listening on TCP, so the address is no path of a socket.
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
  try {
    return await runConformance(conformance, { url, output, signal });
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}

/** As an application gets one that a member lets in. */
async function accessToken({ url, session, client }: Vault): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const asked = { client_id: client, redirect_uri: 'http://127.0.0.1:7777/callback' };
  const query = new URLSearchParams({
    ...asked,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${url}/mcp`,
  });
  const consent = await sent<{ redirect: string }>(`${url}/oauth/consent`, {
    headers: { 'content-type': 'application/json', 'x-session-token': session },
    body: JSON.stringify({ query: query.toString(), decision: 'approve' }),
  });
  const code = new URL(consent.redirect).searchParams.get('code') ?? '';
  const form = { ...asked, grant_type: 'authorization_code', code, code_verifier: verifier };
  const body = new URLSearchParams(form);
  return (await sent<{ access_token: string }>(`${url}/oauth/token`, { body })).access_token;
}

async function sent<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, { ...init, method: 'POST' });
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
  // As the vault documents it.
  return (await answer.json()) as T;
}
