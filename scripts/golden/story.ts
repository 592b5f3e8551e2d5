import type { FastifyInstance } from 'fastify';

/** What a story is told with. */
export interface Teller {
  readonly server: FastifyInstance;
  readonly adminKey: string;
  /** Moves the clock on, in milliseconds. */
  readonly wait: (ms: number) => void;
  /** Does what the service does by itself now and then. */
  readonly sweep: () => Promise<unknown>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Asks for something as the owner; gives the answer. Throws unless it goes well. */
async function ask(
  { server, adminKey, wait }: Teller,
  method: Method,
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  wait(1000);
  const answer = await server.inject({
    method,
    url,
    headers: { 'x-admin-key': adminKey, ...headers },
    ...(payload && { payload }),
  });
  if (answer.statusCode >= 300) {
    throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`);
  }
  const isJson = String(answer.headers['content-type']).includes('application/json');
  return isJson ? answer.json() : {};
}

const NOTES = '/api/v1/observations';
const HOUR = 3_600_000;

/** A note that only a newer privacy filter knows to hold a secret. */
export const UNKNOWN_SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

/** A small history in which everything happens that can be written to a log through the API. */
export async function story(teller: Teller): Promise<void> {
  const tell = (...rest: [Method, string, object?, Record<string, string>?]) =>
    ask(teller, ...rest);
  const { id: session_id } = await tell('POST', '/api/v1/sessions', {
    project: 'checkout',
    team: 'payments',
    country: 'PT',
    agent: 'pair-programmer',
    goal: 'Make payments retryable; password=hunter2-in-the-goal',
  });
  const note = {
    title: 'Retry card payments with an idempotency key',
    content: 'The gateway times out after it has charged. Send the same key on every retry.',
    type: 'decision',
    tags: ['payments', 'retries'],
    project: 'checkout',
    team: 'payments',
    country: 'PT',
    author: 'ada',
    session_id,
  };
  const { id } = await tell('POST', NOTES, note, { 'idempotency-key': 'retry-1' });
  // Three that are answered without an event, or with a copy.
  await tell('POST', NOTES, note, { 'idempotency-key': 'retry-1' });
  await tell('POST', NOTES, note, { 'idempotency-key': 'retry-2' });
  await tell('POST', NOTES, { ...note, force: true });
  await tell('POST', NOTES, {
    title: 'Ünïcode 日本語 検索',
    content: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl and <private>this</private>',
    type: 'learning',
  });
  await tell('POST', NOTES, { title: 'A token', content: UNKNOWN_SECRET, type: 'context' });
  await tell('POST', `${NOTES}/batch`, [
    { ...note, id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', created_at: '2020-02-29T23:59:59Z' },
  ]);
  await tell('PATCH', `${NOTES}/${id}`, { content: 'Send one key per order.', tags: ['orders'] });
  await tell('PATCH', `${NOTES}/${id}`, { title: 'One idempotency key per order' });
  const forgotten = await tell('POST', NOTES, { ...note, title: 'To be forgotten' });
  await tell('DELETE', `${NOTES}/${forgotten.id}`);
  await tell('PUT', `/api/v1/sessions/${session_id}`, { summary: 'Payments retry with a key.' });

  const idle = await tell('POST', '/api/v1/sessions', { project: 'search' });
  teller.wait(30 * HOUR);
  await teller.sweep();
  await tell('POST', '/api/v1/sessions', { project: 'search', agent: 'reviewer' });
  await tell('PUT', `/api/v1/sessions/${idle.id}`, { summary: 'Ended late.' });

  for (const content of ['Review this diff.', 'Review this diff for lost writes.']) {
    await tell('POST', '/api/v1/prompts', { name: 'review', content, tags: ['quality'] });
  }
  await tell('POST', '/api/v1/prompts', { name: 'obsolete', content: 'Nobody asks this.' });
  await tell('DELETE', '/admin/prompts/obsolete');
  await tell('PUT', '/api/v1/openspec/checkout', { content: 'Money is in minor units.' });
  await tell('PUT', '/api/v1/openspec/checkout', { content: 'Money is in minor units, always.' });
  for (const phase of ['spec', 'apply']) await tell('PUT', '/api/v1/sdd/checkout', { phase });
  await tell('POST', NOTES, { ...note, project: 'old', session_id: null });
  await tell('POST', '/admin/purge', { project: 'old' });
  for (const act of ['pause', 'resume']) await tell('POST', `/admin/hive/projects/checkout/${act}`);
  await members(tell);
  await tell('GET', '/admin/export?project=checkout');
}

/** A team in which somebody logs in and out, and somebody leaves. */
async function members(
  tell: (method: Method, url: string, payload?: object) => Promise<Record<string, string>>,
): Promise<void> {
  await tell('POST', '/admin/teams', { name: 'payments' });
  const team = '/admin/teams/payments';
  const invite = (email: string) => tell('POST', `${team}/invites`, { email });
  const bob = await tell('POST', `${team}/members`, { email: 'bob@example.org' });
  await tell('POST', `${team}/members`, { email: 'ada@example.org', role: 'admin' });
  const closed = await invite('ada@example.org');
  await tell('POST', '/auth/redeem', { token: closed.token });
  await tell('DELETE', `${team}/sessions/${closed.id}`);
  for (const email of ['ada@example.org', 'bob@example.org']) {
    await tell('POST', '/auth/redeem', { token: (await invite(email)).token });
  }
  const revoked = await invite('ada@example.org');
  await tell('DELETE', `${team}/invites/${revoked.id}`);
  await invite('bob@example.org');
  await tell('DELETE', `${team}/members/${bob.id}`);
}
