import { expect, test, vi } from 'vitest';
import { testClient } from '../support/client.js';
import { listening } from '../support/listening.js';
import { ERAS, mcpClient, overHttp, textOf } from '../support/mcpClient.js';
import { ADMIN, note, save } from '../support/notes.js';
import { loggedIn } from '../support/team.js';
import { testApp } from '../support/testApp.js';

const ACCEPT = { accept: 'application/json, text/event-stream' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const search = (args: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'memory_search', arguments: { query: 'webhook', ...args } },
});

/** Sends one message of a protocol of 2025, which needs no handshake here. */
async function mcpOf(env: Record<string, string> = {}) {
  const client = await testClient(await testApp(env));
  return {
    client,
    send: (payload: object, headers: Record<string, string> = {}) =>
      client.call('POST', '/mcp', { payload, headers: { ...ACCEPT, ...headers } }),
  };
}

const textIn = (answer: { json(): { result: Parameters<typeof textOf>[0] } }) =>
  textOf(answer.json().result);

test('a message needs no session, and its answer is JSON', async () => {
  const { send } = await mcpOf();
  const answer = await send(LIST);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers).not.toHaveProperty('mcp-session-id');
  expect(answer.json().result.tools).toHaveLength(8);
  expect((await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).statusCode).toBe(
    202,
  );
});

test.each([
  ['a batch, which would be many calls in one', [LIST, LIST], 400],
  ['no message at all', { tool: 'memory_search' }, 400],
  ['an answer to nothing', { jsonrpc: '2.0', id: 1, result: {} }, 400],
])('%s is refused', async (_what, payload, status) => {
  const { send } = await mcpOf();
  expect((await send(payload)).statusCode).toBe(status);
});

test('a member that JSON-RPC does not know changes nothing', async () => {
  const { send } = await mcpOf();
  const answer = await send({ ...LIST, extra: null });
  expect(answer.json()).toEqual((await send(LIST)).json());
});

test('a hook gets the answer that any other client gets, and which notes are in it', async () => {
  const { client, send } = await mcpOf();
  const saved = await save(client, { project: 'shop' });
  const asked = async (name: string, args: object) => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name, version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: 'memory_context', arguments: args, _meta: meta };
    const { id, ...call } = { ...search(), params };
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'memory_context',
      'x-vault-project': 'shop',
    };
    return (await send({ ...call, id }, headers)).json();
  };
  for (const args of [{}, { max_tokens: 300 }, { max_tokens: 'no number at all' }]) {
    const ofHook = await asked('memory-vault-hook', args);
    const { _meta, ...result } = (await asked('another', args)).result;
    const { _meta: about, ...same } = ofHook.result;
    expect({ ...ofHook, result: same }).toEqual({ jsonrpc: '2.0', id: 1, result });
    const given = { 'memory-vault/given': [{ id: saved, revision: 1 }] };
    expect(about).toEqual(same.isError ? undefined : given);
    expect(ofHook.result.content[0].text).not.toBe('');
  }
});

test('a tool works on the project of the repository, and what it saves makes it known', async () => {
  const { client, send } = await mcpOf();
  const saveIn = async (owner: string, headers: Record<string, string>, more = {}) => {
    const note = { type: 'learning', title: owner, content: `A webhook of ${owner}`, ...more };
    const around = { ...headers, 'x-vault-repository': `github.com%2F${owner}%2Fapi` };
    const params = { name: 'memory_save', arguments: note };
    return textIn(await send({ ...search(), params }, around)).split('\n')[0];
  };
  const named = { 'x-vault-project': 'api' };
  expect(await saveIn('acme', named)).toBe('project api (X-Vault-Project)');
  expect(await saveIn('else', named)).toBe('project else/api (X-Vault-Project)');
  await saveIn('third', {}, { project: 'api' });
  const { body } = await client.call('GET', '/api/v1/projects');
  for (const project of ['api', 'else/api', 'third/api']) expect(body).toContain(`"${project}"`);
  const asked = { 'x-vault-repository': 'github.com%2Felse%2Fapi' };
  const found = textIn(await send(search({ project: 'api' }), asked));
  expect(found).toContain('learning else');
  expect(found).not.toContain('learning acme');
});

test('there are no streams to open and no sessions to end', async () => {
  const { client } = await mcpOf();
  for (const method of ['GET', 'DELETE'] as const) {
    const refused = await client.call(method, '/mcp', { headers: ACCEPT });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'POST']);
  }
});

test('the project is named by a header, and where it came from by another', async () => {
  const { send } = await mcpOf();
  const said = async (headers: Record<string, string>) =>
    textIn(await send(search(), headers)).split('\n')[0];
  const named = { 'x-vault-project': 'caf%C3%A9%20payments' };
  expect(await said(named)).toBe('project café payments (X-Vault-Project)');
  expect(await said({ ...named, 'x-vault-project-source': 'remote' })).toContain('(git remote)');
  expect(await said({ ...named, 'x-vault-project-source': 'a\u00adrumour' })).toContain(
    '(X-Vault-Project)',
  );
  expect(await said({})).toBe('project all (none is set)');
  for (const wrong of ['%', '%ff', '', 'x'.repeat(201)]) {
    const refused = await send(search(), { 'x-vault-project': wrong });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_parameter']);
    expect(refused.json().detail).toContain('percent-encoded');
  }
});

test('pages of other origins and names of other hosts are refused', async () => {
  const { send } = await mcpOf();
  expect((await send(LIST, { origin: 'https://evil.example' })).json().code).toBe(
    'forbidden_origin',
  );
  expect((await send(LIST, { host: 'evil.example' })).json().code).toBe('forbidden_host');
});

test('on a vault for members, a credential is needed, in a header of its own or as Bearer', async () => {
  const { client, send } = await mcpOf({ VAULT_AUTH: 'session' });
  const { token, headers } = await loggedIn(client);
  const refused = await send(LIST);
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'missing_credential']);
  for (const sent of [headers, ADMIN, { authorization: `Bearer ${token}` }]) {
    expect(textIn(await send(search(), sent))).toContain('project all');
  }
  // A member signs what it saves, also here.
  const saved = await send(
    {
      ...search(),
      params: { name: 'memory_save', arguments: { ...note(), project: 'checkout' } },
    },
    headers,
  );
  const { saved: id } = saved.json().result.structuredContent;
  const read = await client.call('GET', `/api/v1/observations/${id}`, { headers });
  expect(read.json()).toMatchObject({ author: 'ada@example.org', team: 'payments' });
});

test('a call counts once for the rate limit, whatever it asks of the vault', async () => {
  const { send } = await mcpOf({ VAULT_RATE_LIMIT: '3' });
  const context = { name: 'memory_context', arguments: { project: 'checkout' } };
  const answers = [];
  for (let i = 0; i < 3; i++) answers.push(await send({ ...search(), params: context }));
  expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['2', '1', '0']);
  for (const answer of answers) expect(textIn(answer)).toContain('nothing is saved yet');
  expect((await send(LIST)).json().code).toBe('rate_limited');
});

test('what a call changes has the request id of that call', async () => {
  const { client, send } = await mcpOf();
  const id = '7d9ecb1e-6f0f-4f8e-9a6b-0c1d2e3f4a5b';
  const save = { name: 'memory_save', arguments: { ...note(), project: 'checkout' } };
  await send({ ...search(), params: save }, { 'x-request-id': id });
  const events = await client.call('GET', '/admin/events', { headers: ADMIN });
  expect(events.json().at(-1)).toMatchObject({ type: 'observation.saved' });
});

test.each(ERAS)('a client of %s reads resources and prompts', async (era) => {
  const app = await testApp();
  const { port, server } = await listening(app);
  const post = (url: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
    server.inject({ method, url, payload, headers: ADMIN });
  const { id } = (
    await post('/api/v1/observations', note({ project: 'a/b', title: '\u001b[1mBold' }))
  ).json();
  await post('/api/v1/openspec/a%2Fb', { content: 'Tabs, not spaces.' }, 'PUT');
  await post('/api/v1/prompts', { name: 'review', content: 'Review the diff.', tags: ['code'] });
  await post('/api/v1/prompts', { name: 'recall', content: 'The one of the team.' });
  const client = await mcpClient(era, overHttp(port, { 'x-vault-project': 'a%2Fb' }));
  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content && 'text' in content ? content.text : '';
  };

  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    'memory://context/a%2Fb',
    'memory://conventions/a%2Fb',
  ]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'memory://context/{project}',
    'memory://note/{id}',
    'memory://inbox/{project}',
    'memory://conventions/{project}',
  ]);
  expect(await read('memory://conventions/a%2Fb')).toContain('Tabs, not spaces.');
  expect(await read('memory://context/a%2Fb')).toContain('<U+001B>[1mBold');
  expect(await read(`memory://note/${id.slice(-8)}`)).toMatch(/^<recalled .*not instructions\n/);
  for (const uri of ['memory://note/ZZZZZZZZ', 'memory://other/x', 'file:///etc/passwd']) {
    await expect(client.readResource({ uri })).rejects.toThrow();
  }
  // The one begins with few tokens, the other has more when it is shown.
  const sparse = `a${' '.repeat(66_000)}${'dense text '.repeat(30_000)}`;
  const long = (await post('/api/v1/observations', note({ content: sparse }))).json();
  await post('/api/v1/openspec/long', { content: '\u001b'.repeat(15_000) }, 'PUT');
  for (const [uri, next] of [
    [`memory://note/${long.id}`, 'Read it in parts with memory_get'],
    ['memory://conventions/long', 'all of it with the REST API'],
  ] as const) {
    const refused = client.readResource({ uri });
    await expect(refused).rejects.toThrow('has more than 20000 tokens');
    await expect(refused).rejects.toThrow(next);
  }

  // The stored ones are listed where they come in time, of which there is enough as long as none passes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { prompts } = await client.listPrompts().finally(() => vi.useRealTimers());
  expect(prompts.map(({ name }) => name)).toEqual([
    'recall',
    'wrap-up',
    'inbox',
    'stored recall',
    'review',
  ]);
  const asked = async (name: string, args: Record<string, string> = {}) => {
    const [message] = (await client.getPrompt({ name, arguments: args })).messages;
    return message?.content.type === 'text' ? message.content.text : '';
  };
  expect(await asked('recall', { topic: 'retries' })).toContain('topic: retries');
  await expect(client.getPrompt({ name: 'recall' })).rejects.toThrow('topic');
  expect(await asked('wrap-up')).toContain('memory_session');
  expect(await asked('review')).toBe('Review the diff.');
  expect(await asked('stored recall')).toBe('The one of the team.');
  await expect(client.getPrompt({ name: 'unknown' })).rejects.toThrow('there is no prompt unknown');
  await expect(client.callTool({ name: 'memory_unknown', arguments: {} })).rejects.toThrow(
    'no such tool',
  );
});
