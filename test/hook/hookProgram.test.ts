import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AGENTS, BUDGET_MS } from '../../src/hook/hookEvent.js';
import { sampled } from '../support/depth.js';
import { HOOKS, hookMachine } from '../support/hookMachine.js';
import { HOOK, type HookEnd, runHookProgram } from '../support/hookProgram.js';

/** The answer of a program that did not stop its agent. */
function answerOf({ code, signal, stdout }: HookEnd): Record<string, unknown> {
  expect({ code, signal }).toEqual({ code: 0, signal: null });
  expect(stdout.endsWith('}\n')).toBe(true);
  return JSON.parse(stdout);
}

test('the program is one file that imports only modules of Node, and the filter when a text is kept', () => {
  const source = readFileSync(HOOK, 'utf8');
  const imported = [...source.matchAll(/(?:^|;)import(?!\()[^"']*?["']([^"']+)["']/gm)];
  const loaded = [...source.matchAll(/import\("([^"]+)"\)/g)].map(([, name]) => name);
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.map(([, name]) => name).filter((name) => !name?.startsWith('node:'))).toEqual([]);
  expect(loaded.sort()).toEqual([expect.stringMatching(/^\.\/joined-/), 'node:https']);
  expect(source.startsWith('#!/usr/bin/env node\n')).toBe(true);
  expect(source.length).toBeLessThan(100_000);
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
    expect(rest).toEqual({});
    // One line at most: to the user at the start of a session, else where nobody has to read it.
    if (event === 'session-start') expect(systemMessage).toMatch(/^memory-vault: .*[^\n]$/);
    else expect(systemMessage).toBeUndefined();
    if (event === 'session-start') expect(end.stderr).toBe('');
    else expect(end.stderr).toMatch(/^memory-vault: .*\n$/);
  }
});

test('a hook whose process came to run too late ends at once, with one line', async () => {
  const { project, env } = await hookMachine();
  const late = `while (performance.now() < ${BUDGET_MS.prompt + 100});`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(late)}`;
  const input = { session_id: 's1', cwd: project, prompt: 'Mend the till.' };
  const args = ['claude-code', 'prompt'];
  const end = await runHookProgram({ args, env: { ...env, NODE_OPTIONS }, input, cwd: project });
  expect(answerOf(end)).toEqual({});
  expect(end.stderr).toBe('memory-vault: no answer within 300 ms, so it goes on without\n');
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
