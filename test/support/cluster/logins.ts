import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.js';
import { MAX_LAG_MS } from './cluster.js';
import { request } from './request.js';

const TEAM = 'keepers';
const EMAIL = 'ada@example.org';

/** Makes the team of those who log in. */
export async function makeTeam(client: Client): Promise<void> {
  const post = (path: string, body: object) =>
    client.write(undefined, { method: 'POST', path, body, asOwner: true });
  await post('/admin/teams', { name: TEAM });
  await post(`/admin/teams/${TEAM}/members`, { email: EMAIL });
}

/** Invites somebody, logs in with the invite, uses the login, and closes it: then it is dead on every node. */
export async function useLogin(client: Client): Promise<void> {
  const { nodes, history } = client.context;
  const invited = await client.write(undefined, {
    method: 'POST',
    path: `/admin/teams/${TEAM}/invites`,
    body: { email: EMAIL },
    asOwner: true,
  });
  if (!invited) return;
  if (invited.status !== 201) {
    client.broken(`an invitation was answered with ${JSON.stringify(invited)}`);
    return;
  }
  const opened = await client.write(undefined, {
    method: 'POST',
    path: '/auth/redeem',
    body: { token: invited.body?.token },
  });
  if (!opened) return;
  const token = opened.body?.session_token;
  if (typeof token !== 'string') {
    client.broken(`a new invite was answered with ${JSON.stringify(opened)}`);
    return;
  }
  const me = { method: 'GET', path: '/auth/me', headers: { 'x-session-token': token } } as const;
  const headers = { ...me.headers, 'x-min-position': String(client.position()) };
  const used = await request(client.anyNode(), { ...me, headers });
  if (used && used.status >= 400 && used.status < 500)
    client.broken(`a new login was answered with ${JSON.stringify(used)}`);
  const closed = await client.write(undefined, { ...me, method: 'DELETE', path: '/auth/session' });
  if (closed?.status !== 200) return;
  await sleep(MAX_LAG_MS);
  for (const node of nodes) {
    const answer = await request(node, me);
    if (answer?.status === 200) client.broken(`${node.name} lets in a login that was closed`);
  }
  history.closedLogins += 1;
}
