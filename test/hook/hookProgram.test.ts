import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { START_META } from '../../src/domain/startSettings.js';
import { AGENTS, BUDGET_MS } from '../../src/hook/agentProtocol.js';
import { sampled } from '../support/depth.js';
import { eventually } from '../support/eventually.js';
import { commitAll, emptyRepository, write } from '../support/gitRepository.js';
import { HOOKS, hookMachine } from '../support/hookMachine.js';
import { HOOK, type HookEnd, runHookProgram } from '../support/hookProgram.js';

/** The answer of a program that did not stop its agent. */
function answerOf({ code, signal, stdout }: HookEnd): Record<string, unknown> {
  expect({ code, signal }).toEqual({ code: 0, signal: null });
  expect(stdout.endsWith('}\n')).toBe(true);
  return JSON.parse(stdout);
}

test('the program is one file that loads only modules of Node, most of them on use, and the filter when a text is kept', () => {
  const source = readFileSync(HOOK.replace('hook.cjs', 'hookMain.cjs'), 'utf8');
  const namesIn = (how: RegExp) => [...new Set([...source.matchAll(how)].map(([, name]) => name))];
  expect(source).not.toMatch(/\bimport\(/);
  expect(namesIn(/\brequire\("([^"]+)"\)/g).sort()).toEqual([
    './hookFilter.cjs',
    'node:events',
    'node:fs',
    'node:https',
    'node:os',
    'node:path',
    'node:url',
    'node:util',
  ]);
  expect(namesIn(/\blater\("([^"]+)"\)/g).sort()).toEqual([
    'node:child_process',
    'node:crypto',
    'node:http',
    'node:net',
    'node:timers/promises',
  ]);
  expect(readFileSync(HOOK, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
  expect(source.length).toBeLessThan(145_000);
});

test('a prompt that changes nothing loads no module of Node that is only for others', async () => {
  const { env, project } = await hookMachine();
  const input = { session_id: 's', cwd: project, prompt: 'Mend the till.' };
  const run = { args: ['claude-code', 'prompt'], env, input };
  await runHookProgram(run);
  const list = 'process.on("exit", () => console.error(process.moduleLoadList.join("\\n")))';
  const again = await runHookProgram({
    ...run,
    env: { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(list)}` },
  });
  expect(answerOf(again)).toEqual({});
  for (const name of ['http', 'crypto', 'child_process'])
    expect(again.stderr.split('\n')).not.toContain(`NativeModule ${name}`);
});

test('what setups of before have written still runs', async () => {
  const { env, project } = await hookMachine();
  const older = HOOK.replace(/cjs$/, 'js');
  const { stdout, status } = spawnSync(process.execPath, [older, 'claude-code', 'stop'], {
    cwd: project,
    env: { PATH: process.env.PATH, ...env },
    input: '{}',
    encoding: 'utf8',
  });
  expect({ stdout, status }).toEqual({ stdout: '{}\n', status: 0 });
});

const DOES = [
  'hang',
  'take, but be silent',
  'internal_error',
  'not_ready',
  'missing_credential',
  'rate_limited',
  'not_found',
  'down',
  'no disk',
] as const;

test.each(sampled(DOES, 4))('no agent is stopped by a vault that does this: %s', async (does) => {
  const { vault, home, project, env } = await hookMachine();
  const own: Record<string, string> = { ...env };
  if (does === 'down') own.VAULT_URL = 'http://127.0.0.1:1';
  else vault.does = does === 'no disk' ? 'internal_error' : does;
  if (does === 'no disk') own.VAULT_DATA_DIR = join(home, 'file');
  writeFileSync(join(home, 'file'), '');
  for (const [event, given, flags] of HOOKS) {
    const input = { session_id: 's1', cwd: project, hook_event_name: 'x', ...given };
    const args = ['claude-code', event, ...flags];
    const end = await runHookProgram({ args, env: own, input, cwd: project });
    const { systemMessage, ...rest } = answerOf(end);
    // The model always gets what is known without the vault.
    if (event === 'session-start') expect(JSON.stringify(rest)).toMatch(/shop.*s1.*memory_search/);
    else expect(rest).toEqual({});
    // One line at most: to the user at the start of a session, else where nobody has to read it.
    if (event === 'session-start') expect(systemMessage).toMatch(/^memory-vault: .*[^\n]$/);
    else expect(systemMessage).toBeUndefined();
    if (event === 'session-start') expect(end.stderr).toBe('');
    else expect(end.stderr).toMatch(/^memory-vault: .*\n$/);
  }
});

/** Options of Node for a process that comes to run later than its budget. */
const LATE = `while (performance.now() < ${BUDGET_MS['session-end'] + 100});`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(LATE)}`;

test('a hook whose process came to run too late keeps what there is to keep, and does not wait', async () => {
  const { project, env, vault, waiting } = await hookMachine();
  const run = async (args: readonly string[], given: object) => {
    const input = { session_id: 's1', cwd: project, ...given };
    const own = { ...env, NODE_OPTIONS };
    const end = await runHookProgram({
      args: ['claude-code', ...args],
      env: own,
      input,
      cwd: project,
    });
    expect(answerOf(end)).toEqual({});
    expect(end.stderr).toBe('memory-vault: the vault did not answer in time\n');
  };
  vault.does = 'hang';
  await run(['prompt'], { prompt: 'Mend the till.' });
  await run(['stop', '--passive'], {
    last_assistant_message: '## Learnings\n- The till rounds down',
  });
  expect(waiting().length).toBe(2);
});

test('an agent that leaves standard input open behind its message is heard', async () => {
  const { project, env, vault } = await hookMachine();
  const input = { session_id: 's1', cwd: project, prompt: 'Mend the till.' };
  const args = ['claude-code', 'prompt'];
  answerOf(await runHookProgram({ args, env, input, isOpen: true, cwd: project }));
  await eventually('the goal arrives', async () => {
    answerOf(
      await runHookProgram({ args: ['claude-code', 'session-end'], env, input, cwd: project }),
    );
    expect(vault.sessions.get('s1')?.goal).toBe('Mend the till.');
  });
});

test('the start tells the vault which files the branch touches', async () => {
  const { project, env, vault } = await hookMachine();
  emptyRepository(project);
  write(project, 'till.ts', 'as it was\n');
  commitAll(project);
  write(project, 'till.ts', 'changed\n');
  const input = { session_id: 's1', cwd: project };
  const args = ['claude-code', 'session-start'];
  answerOf(await runHookProgram({ args, env, input, cwd: project, isUnhurried: true }));
  const asked = vault.received.find(({ path }) => path === '/mcp');
  expect(asked?.body.params).toMatchObject({ _meta: { [START_META]: { files: ['till.ts'] } } });
});

test('a hook whose folder was removed answers', async () => {
  const { home, env } = await hookMachine();
  const gone = join(home, 'gone');
  mkdirSync(gone);
  const script = `rmdir ${gone} && exec "$0" "$@"`;
  const args = ['-c', script, process.execPath, HOOK, 'claude-code', 'session-start'];
  const { stdout } = spawnSync('/bin/sh', args, { cwd: gone, env, input: '{}', encoding: 'utf8' });
  expect(stdout).toContain('memory_search');
});

const WRITTEN: readonly [string, string | null][] = [
  ['nothing', ''],
  ['no JSON', '{"session_id": '],
  ['no object', '[1]'],
  ['other types', '{"session_id": 7, "cwd": {}, "prompt": [], "workspace_roots": [null]}'],
  ['input without an end', null],
];

test.each(sampled(WRITTEN, 4))('an agent that writes %s is answered', async (_, input) => {
  const { project, spool, env } = await hookMachine();
  for (const event of Object.keys(BUDGET_MS)) {
    const args = ['gemini', event, '--passive'];
    answerOf(await runHookProgram({ args, env, input, cwd: project }));
  }
  expect(existsSync(spool)).toBe(false);
});

test.each([[[]], [['claude-code']], [['claude-code', 'toString']], [['nobody', 'prompt']]])(
  'arguments that name no hook are answered with how it is used: %j',
  async (args) => {
    const { env } = await hookMachine();
    const end = await runHookProgram({ args, env, input: {} });
    expect(answerOf(end)).toEqual({});
    expect(end.stderr).toContain('usage: memory-vault-hook <agent> <event>');
    for (const agent of AGENTS) expect(end.stderr).toContain(agent);
  },
);
