import { expect } from 'vitest';
import type { Client } from './client.js';
import { testClient } from './client.js';
import { ADMIN, note } from './notes.js';
import { asOwner, made, redeem, TEAMS } from './team.js';
import { testApp } from './testApp.js';

export type Headers = Readonly<Record<string, string>>;

/** A word in every text and name of the team beta. */
export const MARK = 'zebrafish';
/** A word that both teams use. */
export const COMMON = 'idempotency';

/** Ids and names of things of the team beta. */
export interface Planted {
  readonly note: string;
  readonly proposed: string;
  readonly inSession: string;
  readonly forgotten: string;
  readonly session: string;
  readonly ended: string;
  readonly event: string;
}

/** Ids as a vault makes them that no vault has made. */
export const NEVER: Planted = {
  note: '01KA5ZHQ7R9T1V3X5Z7B9D1F01',
  proposed: '01KA5ZHQ7R9T1V3X5Z7B9D1F07',
  inSession: '01KA5ZHQ7R9T1V3X5Z7B9D1F02',
  forgotten: '01KA5ZHQ7R9T1V3X5Z7B9D1F03',
  session: '01KA5ZHQ7R9T1V3X5Z7B9D1F04',
  ended: '01KA5ZHQ7R9T1V3X5Z7B9D1F05',
  event: '01KA5ZHQ7R9T1V3X5Z7B9D1F06',
};

/** A vault for members only, with the teams alpha and beta. */
export interface WalledVault {
  readonly client: Client;
  /** Two members of alpha, one of beta, and an admin who is a member of alpha. */
  readonly ann: Headers;
  readonly abe: Headers;
  readonly bob: Headers;
  readonly eve: Headers;
  /** Ids of ann's session, of a note of hers in it, and of a note of the owner without a team. */
  readonly own: { readonly session: string; readonly note: string; readonly teamless: string };
  readonly beta: Planted;
}

/**
 * Makes a vault; with `planted`, the team beta has something in every place, or `abe`, a member of alpha, in every place where
 * something can be personal.
 */
export async function walledVault(
  planted: boolean | 'personal',
  env: Record<string, string> = {},
): Promise<WalledVault> {
  const client = await testClient(
    await testApp({ VAULT_AUTH: 'session', VAULT_HIVE_INGEST_KEY: 'the-key-of-this-hive', ...env }),
  );
  const login = async (team: string, email: string, role = 'member') => {
    await asOwner(client, 'POST', TEAMS, { name: team });
    await made(client, `${TEAMS}/${team}/members`, { email, role });
    const { token } = await made(client, `${TEAMS}/${team}/invites`, { email });
    return { 'x-session-token': (await redeem(client, token)).json().session_token as string };
  };
  const people = {
    ann: await login('alpha', 'ann@example.org'),
    abe: await login('Alpha', 'abe@example.org'),
    bob: await login('beta', 'bob@example.org'),
    eve: await login('alpha', 'eve@example.org', 'admin'),
  };
  const say = sayer(client);
  const { ann } = people;
  const session = (await say(ann, 'POST', '/api/v1/sessions', { project: 'common' })).id;
  const inCommon = (content: string) =>
    note({ project: 'common', content: `${COMMON} ${content}` });
  const first = { ...inCommon('first'), session_id: session };
  const own = {
    session,
    note: (await say(ann, 'POST', '/api/v1/observations', first)).id,
    teamless: (await say(ADMIN, 'POST', '/api/v1/observations', inCommon('for all'))).id,
  };
  await say(ADMIN, 'PUT', '/api/v1/openspec/common', { content: 'for all' });
  await say(ADMIN, 'PUT', '/api/v1/sdd/common', { phase: 'spec' });
  await say(ADMIN, 'POST', '/api/v1/prompts', { name: 'greeting', content: 'for all' });
  const plant = planted === 'personal' ? plantPersonal(say, people.abe, own) : undefined;
  const beta = await (plant ?? (planted ? plantBeta(say, people.bob, own) : NEVER));
  // The second note of the session: what beta saved there is between the two.
  const second = { ...note({ project: 'common', content: 'second' }), session_id: session };
  await say(ann, 'POST', '/api/v1/observations', second);
  return { client, ...people, own, beta };
}

type Say = ReturnType<typeof sayer>;

/** Sends a request that must succeed; gives its answer. */
function sayer(client: Client) {
  return async (
    headers: Headers,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) => {
    const sent = { headers, ...(payload && { payload }) };
    const answer = await client.call(method, url, sent);
    expect([200, 202, 204], answer.body).toContain(answer.statusCode);
    return answer.body === '' ? undefined : answer.json();
  };
}

/** Puts something of beta into every place: marked names and texts, and things under the names that alpha uses. */
async function plantBeta(
  say: Say,
  bob: Headers,
  own: { session: string; note: string },
): Promise<Planted> {
  const secret = `password=hunter2hunter2 ${MARK}`;
  for (const owner of [MARK, 'alpha'])
    await say(bob, 'POST', '/api/v1/repositories', { repository: `example.org/${owner}/common` });
  const marked = { tags: [MARK], country: MARK, content: `${COMMON} ${secret}`, title: MARK };
  const save = async (about: object, headers: Headers = bob) =>
    (await say(headers, 'POST', '/api/v1/observations', note({ ...marked, ...about }))).id;
  const start = async (about: object) =>
    (await say(bob, 'POST', '/api/v1/sessions', { agent: MARK, goal: secret, ...about })).id;
  // What an admin writes for the team binds its repository for it.
  const ofRepository = { ...ADMIN, 'x-vault-repository': `example.org%2F${MARK}%2Fprobe` };
  await save({ project: 'probe', team: 'beta' }, ofRepository);
  const session = await start({ project: 'common' });
  const ended = await start({ project: `${MARK} project`, client_ref: MARK });
  const inSession = await save({ project: 'common', session_id: session, type: 'decision' });
  await say(bob, 'PUT', `/api/v1/sessions/${ended}`, { summary: secret });
  const noted = await save({ project: `${MARK} project`, session_id: ended });
  await say(bob, 'PATCH', `/api/v1/observations/${noted}`, { content: `${secret} revised` });
  const told = { moment: 'start', notes: [{ id: noted, revision: 2 }], tokens: 9 };
  await say(bob, 'POST', `/api/v1/sessions/${session}/told`, told);
  for (const voice of [bob, ADMIN])
    await say(voice, 'POST', `/api/v1/observations/${noted}/verdict`, { verdict: 'wrong' });
  const proposed = await save({ project: 'common', state: 'proposed', supersedes: noted });
  const forgotten = await save({ project: 'common' });
  await say(bob, 'DELETE', `/api/v1/observations/${forgotten}`);
  // In alpha's session: also in the words that ann is going to save there, under a key that she is going to use.
  const ofAnn = { session_id: own.session, project: 'common', tags: [MARK] };
  await save(ofAnn);
  await save({ ...SAME, session_id: own.session, tags: [MARK] });
  await say({ ...bob, ...KEY }, 'POST', '/api/v1/observations', SAME);
  for (const name of ['greeting', 'review', `${MARK} prompt`]) {
    // Saved as the team's, so that it may be called like the one for all.
    const prompt = { name, content: secret, tags: [MARK], team: 'beta' };
    await say(ADMIN, 'POST', '/api/v1/prompts', prompt);
    await say(ADMIN, 'POST', '/api/v1/prompts', { ...prompt, content: `${MARK} again` });
  }
  for (const project of ['common', `${MARK} project`, `${MARK} only agreed`]) {
    const url = encodeURIComponent(project);
    await say(ADMIN, 'PUT', `/api/v1/openspec/${url}`, { content: secret, team: 'Beta' });
    await say(ADMIN, 'PUT', `/api/v1/sdd/${url}`, { phase: 'archive', team: 'beta' });
  }
  const events = await say(ADMIN, 'GET', `/admin/events?stream=observation/${inSession}`);
  return { note: noted, proposed, inSession, forgotten, session, ended, event: events[0].id };
}

/** Puts something personal of abe, who is of the team of ann, into every place: marked texts, and in the words of others. */
async function plantPersonal(
  say: Say,
  abe: Headers,
  own: { session: string; note: string },
): Promise<Planted> {
  const secret = `password=hunter2hunter2 ${MARK}`;
  const marked = { tags: [MARK], country: MARK, content: `${COMMON} ${secret}`, title: MARK };
  const save = async (about: object = {}) => {
    const saved = note({ ...marked, project: 'Personal', ...about });
    return (await say(abe, 'POST', '/api/v1/observations', saved)).id;
  };
  const start = async (about: object) =>
    (await say(abe, 'POST', '/api/v1/sessions', { agent: MARK, goal: secret, ...about })).id;
  const session = await start({ project: 'personal' });
  const ended = await start({ project: 'personal', client_ref: MARK });
  const inSession = await save({ session_id: session, type: 'decision' });
  await say(abe, 'PUT', `/api/v1/sessions/${ended}`, { summary: secret });
  const noted = await save({ session_id: ended });
  await say(abe, 'PATCH', `/api/v1/observations/${noted}`, { content: `${secret} revised` });
  await say(abe, 'PUT', `/api/v1/observations/${noted}/pin`);
  const told = { moment: 'start', notes: [{ id: noted, revision: 2 }], tokens: 9 };
  await say(abe, 'POST', `/api/v1/sessions/${session}/told`, told);
  await say(abe, 'POST', `/api/v1/observations/${noted}/verdict`, { verdict: 'wrong' });
  const proposed = await save({ state: 'proposed', supersedes: noted });
  const forgotten = await save();
  await say(abe, 'DELETE', `/api/v1/observations/${forgotten}`);
  // In the session of ann: also in the words that she is going to save there, and next to her notes.
  await save({ session_id: own.session });
  await save({ ...SAME, session_id: own.session });
  await say({ ...abe, ...KEY }, 'POST', '/api/v1/observations', { ...SAME, project: 'personal' });
  await save({ content: 'first', anchors: [{ path: 'src/pay.ts' }] });
  const events = await say(ADMIN, 'GET', `/admin/events?stream=observation/${inSession}`);
  return { note: noted, proposed, inSession, forgotten, session, ended, event: events[0].id };
}

/** What bob saves first and ann then, under the same key. */
export const SAME = note({ title: 'the same', content: 'in the same words' });
export const KEY = { 'idempotency-key': 'the-same-key' };
