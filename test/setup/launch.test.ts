import { expect, test } from 'vitest';
import { isOlderServer } from '../../src/setup/launch.js';

const WANTED = { command: '/usr/bin/node', args: ['/opt/vault/dist/cli.js', 'mcp'] };
const CLI = ['/old/dist/cli.js', 'mcp'];
const POSSIBLE = { command: '/old/node', args: CLI };

test.each([
  POSSIBLE,
  { command: 'C:\\Program Files\\node.exe', args: ['C:\\v\\dist\\cli.js', 'mcp'] },
  { ...POSSIBLE, env: {} },
  { ...POSSIBLE, env: { VAULT_PORT: '7440', VAULT_BEARER_TOKEN_FILE: '/t' } },
])('%j may be what an earlier setup wrote', (entry) => {
  expect(isOlderServer(entry, WANTED)).toBe(true);
});

test.each([
  { ...POSSIBLE, env: { VAULT_BEARER_TOKEN: 'tok' } },
  { ...POSSIBLE, env: { VAULT_PORT: '7440', HTTPS_PROXY: 'p' } },
  { ...POSSIBLE, env: 'HTTPS_PROXY=p' },
  { ...POSSIBLE, args: ['--use-system-ca', ...CLI] },
  { ...POSSIBLE, args: [...CLI, '--verbose'] },
  { ...POSSIBLE, command: 'bun' },
  { ...POSSIBLE, args: ['/old/dist/other.js', 'mcp'] },
  { ...POSSIBLE, cwd: '/' },
  { url: 'https://vault.example/mcp' },
])('somebody else wrote %j', (entry) => {
  expect(isOlderServer(entry, WANTED)).toBe(false);
});
