import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ALL_TOOLS } from '../../src/mcp/allTools.js';
import type { Answer } from '../../src/mcp/answer.js';
import { call } from '../../src/mcp/tool.js';
import { listening } from '../support/listening.js';
import { testApp } from '../support/testApp.js';
import { vaultClient } from '../support/vaultClient.js';

/** Calls tools for an agent that has one reference for all of its work, as over standard input and output. */
async function agent() {
  const { port } = await listening(await testApp());
  const vault = vaultClient(`http://127.0.0.1:${port}`);
  const project = { project: 'checkout', source: 'cwd' } as const;
  const surroundings = { vault, project, clientRef: randomUUID() };
  const ask = (name: string, input: object): Promise<Answer> => {
    const tool = ALL_TOOLS.find((one) => one.name === `memory_${name}`);
    if (!tool) throw new Error(`there is no tool ${name}`);
    return call(tool, input, surroundings);
  };
  return {
    start: () => ask('session', { action: 'start' }),
    end: (summary: string) => ask('session', { action: 'end', summary }),
    /** The session in which a note lands. */
    async sessionOfSave(): Promise<string | null> {
      const content = `Note ${randomUUID()}.`;
      const { saved } = await ask('save', { type: 'task', title: 'Write it down', content });
      const params = { path: { id: saved ?? '' } };
      return (await vault.GET('/api/v1/observations/{id}', { params })).data.session_id;
    },
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
    const { end } = await agent();
    const first = await end('The first half.');
    const second = await end('The second half.');
    expect(second).toEqual({ ...first, session_id: expect.any(String) });
    expect(second.session_id).not.toBe(first.session_id);
    expect(await end('The first half.')).toEqual(first);
    expect(await end('The second half.')).toEqual(second);
  });
});
