import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let home: string;
/** The package as a program copies it: without the repository around it. */
let copied: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'memory-vault-start-'));
  copied = join(home, 'copied');
  cpSync(join(ROOT, 'plugin'), copied, { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function hook(env: Readonly<Record<string, string>> = {}): unknown {
  const args = [join(copied, 'start.mjs'), 'hook', 'claude-code', 'session-start'];
  const input = JSON.stringify({ session_id: 's', cwd: home, hook_event_name: 'SessionStart' });
  // The address is one where nobody listens: the hook says so to its user.
  const settings = { HOME: home, PATH: '', VAULT_URL: 'http://127.0.0.1:9', ...env };
  const options = { input, cwd: home, env: settings, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, args, options));
}

test('a hook that finds no program says nothing, and succeeds', () => {
  expect(hook()).toEqual({});
});

test('a hook runs the program that MEMORY_VAULT_PACKAGE names', () => {
  expect(hook({ MEMORY_VAULT_PACKAGE: ROOT })).toMatchObject({
    systemMessage: expect.any(String),
  });
});

test('where setup wrote hooks for the agent, those of the package say nothing', () => {
  const data = join(home, 'data');
  mkdirSync(data);
  const settings = { MEMORY_VAULT_PACKAGE: ROOT, VAULT_DATA_DIR: data };
  const noted = (agent: string) =>
    writeFileSync(
      join(data, 'setup.json'),
      JSON.stringify({ agents: { [agent]: { hooks: true } } }),
    );
  noted('codex');
  expect(hook(settings)).not.toEqual({});
  noted('claude-code');
  expect(hook(settings)).toEqual({});
});
