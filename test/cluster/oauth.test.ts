import { expect, test } from 'vitest';
import type { Client } from '../support/client.js';
import { LIST_TOOLS, oauthClient, PUBLIC } from '../support/oauthClient.js';
import { givenPostgres } from '../support/postgres/givenPostgres.js';
import { loggedIn } from '../support/team.js';
import { type TestNode, testNode } from '../support/testNode.js';

const database = givenPostgres();
const ENV = { VAULT_AUTH: 'session', VAULT_PUBLIC_URL: PUBLIC };

/** Two nodes of one log; a member that is logged in at the first; and one application that speaks with either. */
async function twoNodes() {
  const shared = await database();
  const one = await testNode(shared.url(), 'one', ENV);
  const two = await testNode(shared.url(), 'two', ENV);
  const ada = await loggedIn(one);
  const here = await oauthClient(one);
  const there = { ...(await oauthClient(two)), id: here.id };
  const mcp = async (node: Client, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await node.call('POST', '/mcp', { headers, payload: LIST_TOOLS })).statusCode;
  };
  /** Has a node take in what the other one has. */
  const level = async (behind: TestNode, ahead: TestNode) =>
    behind.app.log.reach((await ahead.app.log.head()).position, 60_000);
  const of = { client_id: here.id };
  return { one, two, ada, here, there, of, mcp, level };
}

test('a code of one node is exchanged at another one, whose tokens all nodes take', async () => {
  const { one, two, ada, here, there, of, mcp, level } = await twoNodes();
  const first = await there.exchange(await here.code(ada.headers), of);
  expect(first.statusCode, first.body).toBe(200);
  const { access_token, refresh_token } = first.json();
  expect(await mcp(one, access_token)).toBe(200);
  const second = await here.refresh(refresh_token);
  expect(second.statusCode, second.body).toBe(200);
  await level(two, one);
  expect(await mcp(two, second.json().access_token)).toBe(200);
  expect(await mcp(two, access_token)).toBe(401);
});

test.each(['code', 'refresh'] as const)(
  'a %s that was used at one node ends the access everywhere when another node is shown it',
  async (kind) => {
    const { one, two, ada, here, there, of, mcp, level } = await twoNodes();
    const code = await here.code(ada.headers);
    const first = (await here.exchange(code)).json();
    const second = (await here.refresh(first.refresh_token)).json();
    expect(await mcp(two, second.access_token)).toBe(200);
    const again = await (kind === 'code'
      ? there.exchange(code, of)
      : there.refresh(first.refresh_token, of));
    expect(again.json().error).toBe('invalid_grant');
    await level(one, two);
    for (const node of [one, two]) expect(await mcp(node, second.access_token)).toBe(401);
    expect((await here.refresh(second.refresh_token)).json().error).toBe('invalid_grant');
  },
);

test('of two nodes that are shown one code at once, one gives tokens, and these end', async () => {
  const { one, two, ada, here, there, of, mcp, level } = await twoNodes();
  const code = await here.code(ada.headers);
  const answers = await Promise.all([here.exchange(code), there.exchange(code, of)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  const given = answers.find(({ statusCode }) => statusCode === 200)?.json();
  await level(one, two);
  await level(two, one);
  for (const node of [one, two]) expect(await mcp(node, given.access_token)).toBe(401);
});
