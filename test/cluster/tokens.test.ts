import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.js';
import { filesWith } from '../support/filesWith.js';
import { ADMIN } from '../support/notes.js';
import { givenPostgres } from '../support/postgres/givenPostgres.js';
import { loggedIn, MEMBERS } from '../support/team.js';
import { type TestNode, testNode } from '../support/testNode.js';

const database = givenPostgres();
const TOKENS = '/api/v1/tokens';
const NOTES = '/api/v1/observations';

type Headers = Readonly<Record<string, string>>;

async function twoNodes() {
  const shared = await database();
  const members = { VAULT_AUTH: 'session' };
  const one = await testNode(shared.url(), 'one', members);
  const two = await testNode(shared.url(), 'two', members);
  return { one, two, ada: await loggedIn(one) };
}

async function make(node: TestNode, headers: Headers, name = 'ci-bot') {
  const payload = { name, scope: ['read'] };
  const answer = await node.call('POST', TOKENS, { headers, payload });
  return {
    status: answer.statusCode,
    id: answer.json().id,
    headers: { authorization: `Bearer ${answer.json().token}` },
  };
}

const reads = (node: TestNode, headers: Headers) => node.call('GET', NOTES, { headers });

/** Waits until a node refuses a token, and gives the sentence. */
const refused = (node: TestNode, headers: Headers): Promise<string> =>
  eventually('the token was refused', async () => {
    const answer = await reads(node, headers);
    expect(answer.statusCode).toBe(401);
    return answer.json().detail;
  });

test('a token that one node made is known to another at once, and is refused there when it is revoked', async () => {
  const { one, two, ada } = await twoNodes();
  const bot = await make(one, ada.headers);
  expect((await reads(two, bot.headers)).statusCode).toBe(200);
  const last = async (node: TestNode) =>
    (await node.call('GET', TOKENS, { headers: ada.headers })).json()[0].last_used_at;
  await eventually('the other node knows of the use', async () =>
    expect(await last(one)).toMatch(/^\d{4}-/),
  );
  expect((await one.call('DELETE', `${TOKENS}/${bot.id}`, ada)).statusCode).toBe(204);
  expect((await reads(one, bot.headers)).statusCode).toBe(401);
  expect(await refused(two, bot.headers)).toContain('the token ci-bot was revoked at');
  // The name is free again, on the node that did not revoke it, too.
  expect((await make(two, ada.headers)).status).toBe(201);
});

test('of one holder, two nodes that are asked together make one token of a name', async () => {
  const { one, two, ada } = await twoNodes();
  expect((await reads(two, ada.headers)).statusCode).toBe(200);
  const made = await Promise.all([make(one, ada.headers), make(two, ada.headers)]);
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('a member that is removed on one node acts by no token on another, and no node keeps their names', async () => {
  const { one, two, ada } = await twoNodes();
  const bot = await make(one, ada.headers, 'unmistakable');
  expect((await reads(two, bot.headers)).statusCode).toBe(200);
  const { dataDir } = two.app.config;
  expect(filesWith(dataDir, 'unmistakable')).not.toEqual([]);
  const headers = { ...ADMIN, prefer: 'wait=60' };
  const gone = await one.call('DELETE', `${MEMBERS}/${ada.member}`, { headers });
  expect(gone.statusCode, gone.body).toBe(204);
  expect(await refused(two, bot.headers)).toContain('this token is unknown');
  expect(filesWith(dataDir, 'unmistakable')).toEqual([]);
});
