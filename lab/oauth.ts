// `npm run lab -- oauth`: lets a client of PyPI in by OAuth, and tries the conformance suite with an access token, with a service of its own on a new vault, and a document of the client.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { environment, freePort, startProcess } from '../tools/server/serverProcess.js';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import { installPython } from './mcp/installClients.js';
import { savePrompt } from './mcp/savePrompt.js';
import { conformanceWithToken } from './oauth/conformance.js';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const FLOW = fileURLToPath(new URL('oauth/flow.py', import.meta.url));
const ADMIN_KEY = 'the-key-of-a-vault-under-check';
const run = promisify(execFile);

export const program = new Command()
  .description(
    'Have a client of PyPI get in by OAuth: metadata, consent, tokens, a tool, renewal and revocation; then the conformance suite.',
  )
  .action(() => untilInterrupted(check));

async function check(signal: AbortSignal): Promise<void> {
  const { name, python } = await installPython('mcp', signal);
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-check-oauth-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...made, ...names], { stdio: 'ignore' });
  const [port, ofClient] = [await freePort(), await freePort()];
  const client = `https://127.0.0.1:${ofClient}/client.json`;
  const redirect_uris = ['http://127.0.0.1/callback'];
  const documents = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (_request, response) =>
      void response.end(JSON.stringify({ client_id: client, client_name: name, redirect_uris })),
  );
  documents.listen(ofClient, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    VAULT_PORT: String(port),
    VAULT_AUTH: 'session',
    VAULT_PUBLIC_URL: url,
    VAULT_RATE_LIMIT: '0',
    NODE_EXTRA_CA_CERTS: cert,
  };
  const env = environment({ directory: join(directory, 'vault'), adminKey: ADMIN_KEY, settings });
  try {
    const server = await startProcess([CLI], { env, ready: `${url}/readyz`, signal });
    try {
      const session = await login(url);
      const { stdout } = await run(python, [FLOW, url, session, client], { signal });
      console.log(stdout.trimEnd());
      const output = join(directory, 'conformance');
      mkdirSync(output);
      await savePrompt(url, session);
      const vault = { url, session, client };
      const results = await conformanceWithToken(vault, { output, signal });
      for (const { check, result, detail } of results)
        console.log(`${result}: ${check}: ${detail}`);
      if (results.some(({ result }) => result === 'failed')) process.exitCode = 1;
    } finally {
      await server.stop();
    }
  } finally {
    documents.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The session token of a member of a new team. */
async function login(url: string): Promise<string> {
  const sent = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-admin-key': ADMIN_KEY };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { token: string; session_token: string };
  };
  const email = 'ada@example.org';
  await sent('/admin/teams', { name: 'lab' });
  await sent('/admin/teams/lab/members', { email });
  const { token } = await sent('/admin/teams/lab/invites', { email });
  return (await sent('/auth/redeem', { token })).session_token;
}
