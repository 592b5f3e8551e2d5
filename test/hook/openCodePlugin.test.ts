import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCodePlugin } from '../../src/hook/openCodePlugin.js';
import { eventually } from '../support/eventually.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

// A hook program has all the time that it needs.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A hook program that notes how it was called, and answers with a context that counts. */
const HOOK = `
const { appendFileSync, readFileSync } = require('node:fs');
const log = __filename + '.log';
const input = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync(log, JSON.stringify({ args: process.argv.slice(2), input }) + '\\n');
const starts = readFileSync(log, 'utf8').split('session-start').length - 1;
process.stdout.write(JSON.stringify({ context: 'context ' + starts, message: 'a message' }));
`;

interface ToolInput {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

/** What a plugin gives to OpenCode; the shapes are those of `@opencode-ai/plugin` 1.18. */
interface Plugin {
  event(input: { event: { type: string; properties: object } }): Promise<void>;
  'chat.message'(input: { sessionID: string }, output: { parts: object[] }): Promise<void>;
  'experimental.chat.system.transform'(
    input: { sessionID?: string },
    output: { system: string[] },
  ): Promise<void>;
  'tool.execute.before'(input: ToolInput, output: { args: object }): Promise<void>;
  'tool.execute.after'(
    input: ToolInput & { args: object },
    output: { output: string; metadata: object },
  ): Promise<void>;
  'experimental.session.compacting'(input: object, output: { context: string[] }): Promise<void>;
}

/** Loads the plugin as OpenCode does, from its file. */
async function load(hookSource = HOOK, passive = false) {
  const folder = temporaryDirectory();
  const hook = join(folder, 'hook "quoted".cjs');
  writeFileSync(hook, hookSource);
  const file = join(folder, 'memory-vault.mjs');
  writeFileSync(file, openCodePlugin({ node: process.execPath, hook, passive }));
  const module = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const logged: object[] = [];
  const parts = [{ type: 'text', text: '## Learnings\n- The last words are these' }];
  const messages = [
    { info: { role: 'user' }, parts: [] },
    { info: { role: 'assistant' }, parts },
  ];
  const client = {
    app: { log: async ({ body }: { body: object }) => void logged.push(body) },
    session: { messages: async () => ({ data: messages }) },
  };
  const plugin: Plugin = await module.MemoryVault({ client, directory: folder });
  const calls = (): { args: string[]; input: Record<string, unknown> }[] =>
    readFileSync(`${hook}.log`, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { folder, module, plugin, calls, logged };
}

async function systemOf(plugin: Plugin, sessionID?: string): Promise<readonly string[]> {
  const system = ['the prompt of OpenCode'];
  await plugin['experimental.chat.system.transform']({ sessionID }, { system });
  return system.slice(1);
}

test('the context of a session is asked for once, and stands in each system prompt', async () => {
  const { folder, plugin, calls, logged } = await load();
  await plugin.event({ event: { type: 'session.created', properties: { info: { id: 's1' } } } });
  expect(await systemOf(plugin, 's1')).toEqual(['context 1']);
  expect(await systemOf(plugin, 's1')).toEqual(['context 1']);
  expect(await systemOf(plugin)).toEqual([]);
  expect(calls()).toEqual([
    {
      args: ['opencode', 'session-start'],
      input: { session_id: 's1', cwd: folder, source: 'startup' },
    },
  ]);
  expect(logged).toEqual([{ service: 'memory-vault', level: 'warn', message: 'a message' }]);
});

test('a session that the plugin did not see begin gets its context all the same', async () => {
  const { plugin } = await load();
  expect(await systemOf(plugin, 'old')).toEqual(['context 1']);
});

test('after a compaction the context is asked for again', async () => {
  const { plugin, calls } = await load();
  await systemOf(plugin, 's1');
  await plugin.event({ event: { type: 'session.compacted', properties: { sessionID: 's1' } } });
  expect(await systemOf(plugin, 's1')).toEqual(['context 2']);
  expect(calls().at(-1)?.input.source).toBe('compact');
  const context: string[] = [];
  await plugin['experimental.session.compacting']({ sessionID: 's1' }, { context });
  expect(context.join()).toContain('not yet saved');
});

test('prompts are passed on, and the last message only for passive capture', async () => {
  const { plugin, calls } = await load(HOOK, true);
  const parts = [
    { type: 'text', text: 'added by OpenCode', synthetic: true },
    { type: 'text', text: 'Mend the shop.' },
  ];
  await plugin['chat.message']({ sessionID: 's1' }, { parts });
  await plugin.event({ event: { type: 'session.idle', properties: { sessionID: 's1' } } });
  await eventually('the program was called', () => expect(calls()).toHaveLength(3));
  const of = (event: string) => calls().find(({ args }) => args[1] === event);
  expect(of('prompt')?.input.prompt).toBe('Mend the shop.');
  expect(of('stop')).toMatchObject({
    args: ['opencode', 'stop', '--passive'],
    input: { last_assistant_message: '## Learnings\n- The last words are these' },
  });
});

test('an edit is made when its hook has read the file, and the context stands behind its result', async () => {
  const { plugin, calls } = await load();
  const call = { tool: 'edit', sessionID: 's1', callID: 'c1' };
  const args = { filePath: '/shop/a.ts', oldString: 'a', newString: 'b' };
  await plugin['tool.execute.before'](call, { args });
  expect(calls().map(({ args: words, input }) => [words[1], input.tool_input])).toEqual([
    ['before-edit', args],
  ]);
  const output = { output: 'Edit applied.', metadata: {} };
  await plugin['tool.execute.after']({ ...call, args }, output);
  expect(output.output).toBe('Edit applied.\n\ncontext 0');
});

test('a command has its context behind its result, and what it printed is told only where it failed', async () => {
  const { plugin, calls } = await load();
  const call = { tool: 'bash', sessionID: 's1', callID: 'c1' };
  const args = { command: 'npm run build' };
  const ran = async (exit: number | null) => {
    await plugin['tool.execute.before'](call, { args });
    const output = { output: 'Error: no room', metadata: { exit } };
    await plugin['tool.execute.after']({ ...call, args }, output);
    return output.output;
  };
  expect(await ran(0)).toBe('Error: no room\n\ncontext 0');
  expect(calls().map(({ args: words }) => words[1])).toEqual(['before-command']);
  expect(await ran(1)).toBe('Error: no room\n\ncontext 0\n\ncontext 0');
  const last = calls().find(({ args: words }) => words[1] === 'after-failure');
  expect(last?.input).toMatchObject({ tool_input: args, error: 'Error: no room' });
});

test('the session of an agent within an agent gets nothing', async () => {
  const { plugin, calls } = await load();
  const info = { id: 'inner', parentID: 's1' };
  await plugin.event({ event: { type: 'session.created', properties: { info } } });
  await plugin['chat.message']({ sessionID: 'inner' }, { parts: [{ type: 'text', text: 'x' }] });
  expect(await systemOf(plugin, 'inner')).toEqual([]);
  expect(calls).toThrow('ENOENT');
});

test.each([
  ['ends with an error', 'process.exit(1)'],
  ['writes no JSON', "process.stdout.write('oops')"],
  ['writes null', "process.stdout.write('null')"],
  ['reads nothing', "process.stdin.destroy(); process.stdout.write('{}')"],
  ['never ends', 'setInterval(() => {}, 1000)'],
])(
  'a hook program that %s gives no context, and throws nothing into OpenCode',
  async (does, source) => {
    if (does === 'never ends') vi.useRealTimers();
    const { plugin } = await load(source);
    expect(await systemOf(plugin, 's1')).toEqual([]);
    await plugin.event({ event: { type: 'session.deleted', properties: { sessionID: 's1' } } });
    // Not what OpenCode promises, but nothing breaks.
    const broken = plugin as unknown as Record<string, (...args: unknown[]) => Promise<void>>;
    for (const name of Object.keys(plugin)) await broken[name]?.({}, undefined);
  },
);

test('the plugin module exports nothing but the plugin', async () => {
  // OpenCode calls every export of the file as a plugin.
  expect(Object.keys((await load()).module)).toEqual(['MemoryVault']);
});
