import { randomUUID } from 'node:crypto';
import { createClient } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { ALL_TOOLS } from '../../src/mcp/mcpServer.js';
import { callRecorded } from '../../src/mcp/recordGiven.js';
import { testClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { listening } from '../support/listening.js';
import { save } from '../support/notes.js';
import { testApp } from '../support/testApp.js';
import { start } from '../support/workSessions.js';

/** An agent with a session, and a vault with a note in its project. */
/** With an empty name, the agent does not say at first in which session it works. */
async function agent(named: string = randomUUID()) {
  const session = named || undefined;
  const app = await testApp();
  const client = await testClient(app);
  const id = await save(client, { project: 'shop', title: 'The till rounds down' });
  const { port } = await listening(app);
  let failing = 0;
  const vault = createClient({
    url: `http://127.0.0.1:${port}`,
    retry: { attempts: 1 },
    fetch: async (request) => {
      if (!request.url.endsWith('/told') || request.method !== 'POST' || failing === 0)
        return fetch(request);
      failing -= 1;
      throw new Error('the network is gone');
    },
  });
  let now = Date.parse('2026-11-20T09:30:00Z');
  const clock = () => {
    now += 1_000;
    return now;
  };
  const project = { project: 'shop', source: 'cwd' } as const;
  const record = { session, waiting: [], now: clock };
  const clientRef = session ?? randomUUID();
  const surroundings = { vault, project, clientRef, reached: new Map(), record };
  const ask = (name: string, input: object) => {
    const tool = ALL_TOOLS.find((one) => one.name === `memory_${name}`);
    if (!tool) throw new Error(`there is no tool ${name}`);
    return callRecorded(tool, input, surroundings);
  };
  const sessions = async () => (await vault.GET('/api/v1/sessions/all')).data;
  const told = async () => {
    const [session] = await sessions();
    const params = { path: { id: session?.id ?? '' } };
    return (await vault.GET('/api/v1/sessions/{id}/told', { params })).data.told;
  };
  /** The next requests to record something get no answer. */
  const fail = (requests: number) => {
    failing = requests;
  };
  return { client, id, ask, sessions, told, fail };
}

test.each([
  ['search', { query: 'till' }],
  ['get', {}],
  ['context', {}],
  ['timeline', {}],
] as const)('the notes that memory_%s gives are recorded', async (name, input) => {
  const { id, ask, told } = await agent();
  const answer = await ask(name, name === 'get' ? { ids: [id] } : input);
  expect(answer.recalled).toContain('The till rounds down');
  await eventually('they are recorded', async () =>
    expect(await told()).toMatchObject([{ moment: 'search', notes: [{ id, revision: 1 }] }]),
  );
});

test('where nothing is given, nothing is recorded, and no session begins', async () => {
  const { ask, sessions } = await agent();
  await ask('search', { query: 'heron' });
  await ask('get', { ids: ['AAAAAAAA'] }).catch(() => undefined);
  // A record would have been begun before that.
  await new Promise((resolve) => setImmediate(resolve));
  expect(await sessions()).toEqual([]);
});

test.each([
  ['names its session', { session_id: 'conversation' }],
  ['saves in the session of this process', {}],
])('what was given before the agent %s is recorded then', async (_, more) => {
  const { id, ask, sessions, told } = await agent('');
  await ask('search', { query: 'till' });
  await ask('get', { ids: [id] });
  expect(await sessions()).toEqual([]);
  await ask('save', { type: 'task', title: 'Next', content: 'Round up.', ...more });
  await eventually('both are recorded', async () =>
    expect(await told()).toMatchObject([{ notes: [{ id }] }, { notes: [{ id }] }]),
  );
  expect(await sessions()).toHaveLength(1);
});

test('memory_update takes a verdict, which is that of the session and about what stood there before', async () => {
  const { id, ask, sessions } = await agent();
  expect(await ask('update', { id: id.slice(-8), verdict: 'outdated' })).toEqual({
    project: expect.stringContaining('shop'),
    updated: undefined,
    verdicts: '0 helped, 1 outdated, 0 wrong',
  });
  expect(await sessions()).toHaveLength(1);
  const both = { id, content: 'It rounds up.', verdict: 'wrong' };
  expect(await ask('update', both)).toMatchObject({
    updated: `${id} revision 2`,
    verdicts: '0 helped, 0 outdated, 1 wrong',
  });
  expect((await ask('get', { ids: [id] })).recalled).not.toContain('found');
});

test('what is given after the end of a session belongs to it, and begins no other one', async () => {
  const { id, ask, sessions, told } = await agent();
  await ask('save', { type: 'task', title: 'Next', content: 'Round up.' });
  await ask('session', { action: 'end', summary: 'Done.' });
  await ask('get', { ids: [id] });
  await eventually('it is recorded', async () => expect(await told()).toHaveLength(1));
  expect(await sessions()).toHaveLength(1);
});

test('what is not taken is recorded with the next call, and in the session of this agent', async () => {
  const { client, id, ask, told, fail } = await agent();
  const other = (await start(client, { project: 'shop' })).id;
  fail(1);
  await ask('get', { ids: [id] });
  await ask('session', { action: 'end', summary: 'Yesterday.', session_id: other });
  await ask('search', { query: 'till' });
  await eventually('both are recorded', async () => expect(await told()).toHaveLength(2));
});
