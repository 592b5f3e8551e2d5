import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGrant, grantKey } from '../../src/commands/grants.js';
import { dataFiles } from '../../src/config/dataFiles.js';
import { NO_WALL } from '../../src/domain/caller.js';
import { sha256Hex } from '../../src/domain/hash.js';
import { CURRENT_SCHEMA } from '../../src/events/vaultEvent.js';
import { scrub } from '../../src/maintenance/scrub.js';
import { verify } from '../../src/maintenance/verify.js';
import { type Client, testClient } from '../support/client.js';
import { textFields, textsAt } from '../support/eventFields.js';
import { HIVE_KEY } from '../support/hub.js';
import { ADMIN } from '../support/notes.js';
import { plainFilter } from '../support/plainFilter.js';
import { redacted } from '../support/redacted.js';
import { testApp, testClock } from '../support/testApp.js';

/** A word like no other for a field. The first letters differ: a search index keeps those only once. */
function markOf(field: string): string {
  const letters = [...sha256Hex(field).slice(0, 16)];
  return letters.map((digit) => 'bdfghjklmnprstvz'[Number.parseInt(digit, 16)]).join('');
}

const FIELDS = [
  'project',
  'team',
  'country',
  'agent',
  'goal',
  'summary',
  'title',
  'content',
  'tag',
  'author',
  'path',
  'symbol',
  'branch',
  'pathRevised',
  'titleRevised',
  'contentRevised',
  'tagRevised',
  'promptName',
  'prompt',
  'promptTag',
  'conventions',
  'member',
  'formerMember',
  'conventionsGone',
  'hiveMember',
  'clientRef',
  'laterGoal',
  'owner',
  'tokenName',
];
const M = Object.fromEntries(FIELDS.map((field) => [field, markOf(field)]));
const MARKS = Object.values(M);
const EMAIL = `${M.member}@example.org`;

/** No text of a caller fits into these: an id, a digest or the beginning of one, a range of lines, and the name of a type of event. */
const ID_OR_DIGEST = /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-9a-f]{7,64}|\d+-\d+)$/;
const isNoText = (text: string) =>
  text === '' || ID_OR_DIGEST.test(text) || Object.hasOwn(CURRENT_SCHEMA, text);

const NOTES = '/api/v1/observations';
const TEAM = `/admin/teams/${M.team}`;

/** Sends requests as the owner, and as another vault. Each must succeed. */
function sender(client: Client) {
  return async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    as: Readonly<Record<string, string>> = ADMIN,
  ) => {
    const headers = { 'x-hive-key': HIVE_KEY, ...as };
    const answer = await client.call(method, url, { headers, ...(payload && { payload }) });
    expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return isJson ? answer.json() : {};
  };
}
type Send = ReturnType<typeof sender>;

/** A note of another vault, as it sends it. */
const message = (position: number, note: object | null) => ({
  origin: 'a'.repeat(32),
  events: [
    {
      event: `01KA5ZJ3M4T6V8X0Y2Z4A6C8E${position}`,
      id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
      at: 1_700_000_000_000,
      position,
      note,
    },
  ],
});

/** Puts a mark into every field of every type of event. `later` runs what has to be done a day later. */
async function plant(send: Send, later: () => Promise<unknown>): Promise<void> {
  const { project, team, country } = M;
  const about = { project, team, country, agent: M.agent, goal: M.goal };
  const session = await send('POST', '/api/v1/sessions', about);
  const spelt = { ...about, project: project?.toUpperCase() };
  const gone = await send('POST', '/api/v1/sessions', spelt);
  const tell = (id: string, note: string) => {
    const told = { moment: 'start', notes: [{ id: note, revision: 1 }], tokens: 9 };
    return send('POST', `/api/v1/sessions/${id}/told`, told);
  };
  await tell(gone.id, session.id);
  await send('DELETE', `/api/v1/sessions/${gone.id}`);
  const found = { ...about, client_ref: M.clientRef };
  for (const goal of ['', `${M.laterGoal} hush`])
    await send('POST', '/api/v1/sessions', { ...found, goal });
  const texts = { title: M.title, content: `${M.content} hush`, tags: [M.tag], type: 'decision' };
  const anchor = { path: `src/${M.path}.ts`, lines: '10-24', hash: '0123456789abcdef' };
  const anchors = [{ ...anchor, symbol: M.symbol, commit: '0123456', branch: M.branch }];
  const note = { ...texts, anchors, project, team, country, author: M.author };
  const saved = await send('POST', NOTES, { ...note, session_id: session.id });
  const moved = [{ ...anchors[0], path: `lib/${M.pathRevised}.ts` }];
  const change = {
    title: M.titleRevised,
    content: M.contentRevised,
    tags: [M.tagRevised],
    anchors: moved,
  };
  await send('PATCH', `${NOTES}/${saved.id}`, change);
  await tell(session.id, saved.id);
  const verdict = { verdict: 'helped', session_id: session.id };
  await send('POST', `${NOTES}/${saved.id}/verdict`, verdict);
  const dated = { ...note, session_id: session.id, created_at: '2026-01-05T10:00:00Z' };
  await send('POST', '/v1/observations/batch', message(1, dated));
  await send('POST', '/v1/observations/batch', message(2, { ...dated, ...change }));
  const retracted = { ...message(3, dated).events[0], id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E9' };
  await send('POST', '/v1/observations/batch', { ...message(3, null), events: [retracted] });
  const retraction = { ...retracted, position: 4, note: null };
  await send('POST', '/v1/observations/batch', { ...message(4, null), events: [retraction] });
  const newer = await send('POST', NOTES, { ...note, supersedes: saved.id });
  await send('PATCH', `${NOTES}/${newer.id}`, { review_after: '2027-01-31T12:00:00Z' });
  for (const method of ['PUT', 'DELETE', 'PUT'] as const)
    await send(method, `${NOTES}/${newer.id}/pin`);
  await send(
    'DELETE',
    `${NOTES}/${(await send('POST', NOTES, { ...note, session_id: session.id, force: true })).id}`,
  );
  const repository = `example.org/${M.owner}/${project}`;
  await send('POST', '/api/v1/repositories', { repository });
  await send('PUT', '/api/v1/repositories', { repository, project, team });
  const chosen = await send('POST', NOTES, { ...note, session_id: session.id, force: true });
  await send('POST', `${NOTES}/forget`, { ids: [chosen.id] });
  await later();
  await send('PUT', `/api/v1/sessions/${session.id}`, { summary: M.summary });
  const prompt = { name: M.promptName, content: M.prompt, tags: [M.promptTag] };
  await send('POST', '/api/v1/prompts', prompt);
  await send('POST', '/api/v1/prompts', { ...prompt, team });
  await send('DELETE', `/admin/prompts/${M.promptName}`);
  await send('POST', '/api/v1/prompts', prompt);
  await send('PUT', `/api/v1/openspec/${project}`, { content: M.conventionsGone });
  await send('DELETE', `/admin/openspec/${project}`);
  await send('PUT', `/api/v1/openspec/${project}`, { content: M.conventions });
  await send('PUT', `/api/v1/openspec/${project}`, { content: M.conventions, team });
  for (const of of [{}, { team }])
    await send('PUT', `/api/v1/sdd/${project}`, { phase: 'spec', ...of });
  for (const act of ['pause', 'resume'])
    await send('POST', `/admin/hive/projects/${project}/${act}`);
  await plantMembers(send);
  const before = '2020-01-01T00:00:00Z';
  await send('POST', '/admin/purge', { project, before });
  await send('POST', '/admin/purge', { team, before });
  await send('GET', `/admin/export?project=${project}`);
  await send('GET', `/admin/export?person=${EMAIL}`);
  await send('POST', '/admin/forget', { project: 'none' });
  await plantHiveMembers(send);
}

/** One whose key is bound by its first message and then revoked, and one whose key stays. */
async function plantHiveMembers(send: Send): Promise<void> {
  const { id, key } = await send('POST', '/admin/hive/members', { name: M.hiveMember });
  const first = { ...message(5, null), origin: 'b'.repeat(32) };
  await send('POST', '/v1/observations/batch', first, { ...ADMIN, 'x-hive-key': key });
  await send('DELETE', `/admin/hive/members/${id}`);
  await send('POST', '/admin/hive/members', { name: M.hiveMember, origin: 'c'.repeat(32) });
}

async function plantMembers(send: Send): Promise<void> {
  await send('POST', '/admin/teams', { name: M.team });
  await send('POST', `${TEAM}/members`, { email: EMAIL });
  const former = await send('POST', `${TEAM}/members`, { email: `${M.formerMember}@example.org` });
  const invite = async () => send('POST', `${TEAM}/invites`, { email: EMAIL });
  const closed = await invite();
  await plantTokens(send, closed.token);
  await send('DELETE', `${TEAM}/sessions/${closed.id}`);
  await send('DELETE', `${TEAM}/invites/${(await invite()).id}`);
  await send('POST', '/admin/teams', { name: `${M.team} guests` });
  const guest = await send('POST', `${TEAM} guests/members`, { email: EMAIL });
  await plantTokens(send, (await send('POST', `${TEAM} guests/invites`, { email: EMAIL })).token);
  await send('DELETE', `${TEAM} guests/members/${guest.id}`);
  await send('DELETE', `${TEAM} guests`);
  await send('DELETE', `${TEAM}/members/${former.id}`);
}

/** A token of a member that lives, and one that was revoked. */
async function plantTokens(send: Send, invite: string): Promise<void> {
  const { session_token } = await send('POST', '/auth/redeem', { token: invite });
  const member = { 'x-session-token': session_token };
  const make = (name: string) => {
    const body = { name, scope: ['read'], projects: [M.project] };
    return send('POST', '/api/v1/tokens', body, member);
  };
  await make(`${M.tokenName}`);
  const revoked = await make(`${M.tokenName} of old`);
  await send('DELETE', `/api/v1/tokens/${revoked.id}`, undefined, member);
}

/** Everything that was planted goes by the ways that the documents name. */
async function forgetAll(send: Send): Promise<void> {
  await send('DELETE', `/admin/prompts/${M.promptName}`);
  await send('DELETE', `/admin/prompts/${M.promptName}?team=${M.team}`);
  await send('DELETE', TEAM);
  for (const { id } of await send('GET', '/admin/hive/members')) {
    await send('DELETE', `/admin/hive/members/${id}`);
  }
  const projects = [M.project?.toUpperCase(), `hive:${M.project}`].map((project) => ({ project }));
  for (const subject of [...projects, { person: EMAIL }]) {
    expect((await send('POST', '/admin/forget', subject)).pending).toBe(false);
  }
}

/** The names of the files that contain a mark, whole or without the letters that an index may keep elsewhere. */
function filesWithMarks(directory: string): readonly string[] {
  return readdirSync(directory).flatMap((name) => {
    const text = readFileSync(join(directory, name)).toString('latin1').toLowerCase();
    return MARKS.filter((mark) => text.includes(mark.slice(4))).map((mark) => {
      const field = FIELDS.find((one) => M[one] === mark);
      return `${name}: ${field}`;
    });
  });
}

test('every text field of every type of event can be forgotten, down to the bytes of all files', async () => {
  const clock = testClock();
  const env = { VAULT_HIVE_INGEST_KEY: HIVE_KEY };
  // Like an old release, whose filter knew no secrets.
  const lax = await testApp(env, {
    clock,
    filter: async (text) => ({ text: redacted(text), finds: [] }),
  });
  const again = { ...env, VAULT_DATA_DIR: lax.config.dataDir };
  await plant(sender(await testClient(lax)), async () => {
    clock.advance(25 * 3_600_000);
    expect(await lax.abandonIdleSessions()).toBe(2);
    // Only a vault in which people log in lets applications in.
    const hash = sha256Hex('of a grant');
    const hashes = { token_hash: hash, client_hash: hash, asked_hash: hash };
    const grant = { holder: { kind: 'owner' as const }, scope: ['read' as const], ...hashes };
    const key = grantKey('random', NO_WALL);
    const context = { meta: { actor: 'admin' } };
    await lax.executor.execute(createGrant, { key, name: 'application', ...grant }, context);
  });
  // What is forgotten later is erased in the log before that.
  const planted = await lax.log.readAfter(0, 1000);
  await lax.close();
  const strict = await testApp(again, { clock, filter: plainFilter });
  const receipt = await scrub(strict, { dryRun: false, onProgress: () => {} });
  expect(receipt.scrubbed.length).toBeGreaterThan(0);
  const scrubbed = await strict.log.readAfter(planted.length, 1000);
  await strict.close();

  const events = [...planted, ...scrubbed];
  const without = textFields().filter((field) => {
    const [type = '', path = ''] = field.split(': ');
    const texts = events.flatMap((event) =>
      event.type !== 'erased' && event.type === type ? textsAt(event.data, path) : [],
    );
    const isPlanted = texts.some((text) => MARKS.some((mark) => text.includes(mark)));
    return !isPlanted && (texts.length === 0 || !texts.every(isNoText));
  });
  expect(without, 'plant a mark in these fields, and forget it').toEqual([]);

  const app = await testApp(again, { clock, filter: plainFilter });
  expect(filesWithMarks(app.config.dataDir)).not.toEqual([]);
  await forgetAll(sender(await testClient(app)));
  expect(filesWithMarks(app.config.dataDir)).toEqual([]);
  expect((await app.rebuilder.start()).same).toBe(true);
  await app.close();
  expect(filesWithMarks(app.config.dataDir)).toEqual([]);
  const { log: logFile, views: viewsFile } = dataFiles(app.config);
  expect(await verify({ logFile, viewsFile })).toMatchObject({ ok: true, problems: [] });
});
