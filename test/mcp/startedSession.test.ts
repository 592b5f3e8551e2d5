import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ChosenProject } from '../../src/connect/chosenProject.js';
import type { Answer } from '../../src/mcp/answer.js';
import { ALL_TOOLS } from '../../src/mcp/mcpServer.js';
import { call } from '../../src/mcp/tool.js';
import { countedClient } from '../support/countedClient.js';
import { testApp } from '../support/testApp.js';

/** Calls tools for an agent that has one reference for all of its work, as over standard input and output. */
async function agent(
  clientRef: string = randomUUID(),
  project: ChosenProject | undefined = { project: 'checkout', source: 'cwd' },
) {
  const { vault, requests } = await countedClient(await testApp());
  const surroundings = { vault, project, clientRef, reached: new Map() };
  const ask = async (name: string, input: object): Promise<Answer> => {
    const tool = ALL_TOOLS.find((one) => one.name === `memory_${name}`);
    if (!tool) throw new Error(`there is no tool ${name}`);
    return call(tool, input, surroundings);
  };
  const save = (about: object = {}) =>
    ask('save', {
      type: 'task',
      title: 'Write it down',
      content: `Note ${randomUUID()}.`,
      ...about,
    });
  return {
    ask,
    save,
    vault,
    requests,
    start: (about: object = {}) => ask('session', { action: 'start', ...about }),
    end: (summary: string, about: object = {}) =>
      ask('session', { action: 'end', summary, ...about }),
    /** The session in which a note lands. */
    async sessionOfSave(): Promise<string | null> {
      const params = { path: { id: (await save()).saved ?? '' } };
      return (await vault.GET('/api/v1/observations/{id}', { params })).data.session_id;
    },
    /** The sessions of the project, newest first. */
    sessions: async () => (await vault.GET('/api/v1/sessions/all')).data,
  };
}

describe('an agent whose session has ended', () => {
  test('starts another one, in which its notes land, and which it ends', async () => {
    const { start, end, sessionOfSave } = await agent();
    const first = await start();
    expect((await end('The first half.')).session_id).toBe(first.session_id);
    const second = await start();
    expect(second.state).toBe('active');
    expect(second.session_id).not.toBe(first.session_id);
    expect((await start()).session_id).toBe(second.session_id);
    expect(await sessionOfSave()).toBe(second.session_id);
    expect((await end('The second half.')).session_id).toBe(second.session_id);
  });

  test('sums up once more without a start, and a summary that is sent again ends nothing else', async () => {
    const { end, sessions } = await agent();
    const first = await end('The first half.');
    expect(await end('The first half.')).toEqual(first);
    const second = await end('The second half.');
    expect(second).toEqual({ ...first, session_id: expect.any(String) });
    expect(second.session_id).not.toBe(first.session_id);
    expect(await end('The second half.')).toEqual(second);
    expect(await sessions()).toHaveLength(2);
  });

  test('ends the one that goes on, also with the summary of an earlier one', async () => {
    const { end, sessionOfSave, sessions } = await agent();
    await sessionOfSave();
    await end('Done.');
    const second = await sessionOfSave();
    expect((await end('Done.')).session_id).toBe(second);
    const states = (await sessions()).map(({ state }) => state);
    expect(states).toEqual(['ended', 'ended']);
  });

  test.each(['Second.', 'First.'])(
    'ends the one that goes on where it names the first, with the summary %s',
    async (summary) => {
      const { start, end, sessionOfSave, sessions } = await agent();
      const { session_id } = await start();
      expect((await end('First.', { session_id })).session_id).toBe(session_id);
      const second = await sessionOfSave();
      expect((await end(summary, { session_id })).session_id).toBe(second);
      expect((await sessions()).map((one) => one.summary)).toEqual([summary, 'First.']);
    },
  );

  test('sums up in a new one where it names the first and no other goes on', async () => {
    const { start, end, sessions } = await agent();
    const { session_id } = await start();
    const first = await end('First.', { session_id });
    expect(await end('First.', { session_id })).toEqual(first);
    expect((await end('Second.', { session_id })).session_id).not.toBe(session_id);
    expect((await sessions()).map((one) => one.summary)).toEqual(['Second.', 'First.']);
  });

  test('asks for none of the sessions that ended before, however many they are', async () => {
    const { end, save, requests } = await agent();
    const costOfSave = async () => {
      const before = requests();
      await save();
      return requests() - before;
    };
    const atFirst = await costOfSave();
    for (let i = 1; i <= 12; i++) await end(`Part ${i}.`);
    // The one that ended last, and the next one.
    expect(await costOfSave()).toBe(atFirst + 1);
    expect(await costOfSave()).toBe(atFirst);
  });
});

test('a long reference of an agent finds its sessions again', async () => {
  const { start, end, sessionOfSave } = await agent('long'.repeat(60));
  const first = await start();
  expect(await sessionOfSave()).toBe(first.session_id);
  await end('First.');
  const second = await sessionOfSave();
  expect(second).toEqual(expect.any(String));
  expect((await end('Second.')).session_id).toBe(second);
});

test('a session is named as its agent calls it, and begins with what is kept in it', async () => {
  const { save, end, sessions } = await agent();
  const session_id = 'conversation-1';
  expect(await sessions()).toEqual([]);
  await save({ session_id });
  await save({ session_id });
  const ended = await end('The first half.', { session_id });
  await save({ session_id });
  expect(await sessions()).toEqual([
    expect.objectContaining({ client_ref: 'conversation-1 (2)', observations_total: 1 }),
    expect.objectContaining({
      id: ended.session_id,
      client_ref: 'conversation-1',
      observations_total: 2,
      state: 'ended',
      summary: 'The first half.',
    }),
  ]);
});

test('the project of a session counts where it is named as a hook told it', async () => {
  const { save, end, vault, sessions } = await agent();
  const session_id = 'conversation-1';
  await vault.POST('/api/v1/sessions', { body: { project: 'ledger', client_ref: session_id } });
  expect((await save({ session_id })).project).toBe('ledger (session)');
  expect((await save({ session_id, project: 'till' })).project).toContain('till');
  // It has begun in several now, of which the first counts.
  expect((await end('Done.', { session_id })).project).toBe('ledger (session)');
  expect((await sessions()).map(({ project, state }) => [project, state])).toEqual([
    ['till', 'active'],
    ['ledger', 'ended'],
  ]);
});

test('the project that is said is that of the session', async () => {
  const { start, end } = await agent();
  const { session_id } = await start({ project: 'ledger' });
  expect((await end('Done.', { session_id })).project).toBe('that of the session');
  const own = await start();
  expect((await end('Done.', { session_id: own.session_id })).project).toBe(
    'checkout (project of the session)',
  );
});

test.each([
  [{ summary: 'Done.' }, 'summary: goes with the end of a session'],
  [{ session_id: 'X' }, 'session_id: goes with the end of a session'],
])('what the start of a session would not use is refused: %o', async (input, problem) => {
  const { ask } = await agent();
  await expect(ask('session', { action: 'start', ...input })).rejects.toThrow(problem);
});
