import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_AGENTS } from '../../src/setup/agents.js';
import { ownList } from '../../src/setup/ownList.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

/** What is made of a `claude` that runs this script. */
function listOf(script: string, timeoutMs?: number) {
  const bin = temporaryDirectory();
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'claude'), 0o755);
  const machine = {
    platform: 'linux' as const,
    home: bin,
    env: { PATH: bin },
    exists: () => false,
  };
  return ownList(ALL_AGENTS['claude-code'], machine, timeoutMs);
}

test.each([
  ['echo "memory-vault: /usr/bin/node /cli.js mcp - ✔ Connected"', 'ok', '✔ Connected'],
  ['printf "\\033[32m✓ memory-vault\\033[0m connected\\n"', 'ok', 'connected'],
  ['echo "memory-vault: node cli.js mcp - ✗ Failed to connect"', 'bad', '✗ Failed to connect'],
  ['echo "✗ memory-vault: node cli.js mcp (stdio) - Disconnected" >&2', 'bad', 'Disconnected'],
  ['echo "memory-vault: node cli.js mcp (stdio) - Disabled"', 'note', 'Disabled'],
  ['echo "No MCP servers configured"', 'bad', 'does not name memory-vault'],
  ['exit 3', 'note', 'claude mcp list failed'],
])('of a program that runs %s, the list is %s', async (script, state, words) => {
  expect(await listOf(script)).toEqual({ state, words: expect.stringContaining(words) });
});

test('an agent that hangs is not waited for', async () => {
  expect(await listOf('exec /bin/sleep 60', 100)).toEqual({
    state: 'note',
    words: 'claude mcp list did not end within 0.1 s',
  });
});

test('an agent that is no program here is not asked', async () => {
  const machine = { platform: 'linux' as const, home: '/', env: { PATH: '' }, exists: () => false };
  expect(await ownList(ALL_AGENTS.codex, machine)).toBeUndefined();
});
