import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programsNamed } from '../../src/setup/editFile.js';
import { hookCommand, isOurHook, type Shell } from '../../src/setup/hookCommand.js';
import type { Launch } from '../../src/setup/launch.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const launch = (node: string, hook: string, settings: Launch['settings'] = {}): Launch => ({
  node,
  hook,
  cli: '/dist/cli.js',
  settings,
  passive: true,
});

test('by default it is the two programs in quotes, the agent and the event', () => {
  const at = launch('/usr/bin/node', '/opt/vault/dist/hook.js');
  expect(hookCommand(at, 'codex', 'session-start', 'posix')).toBe(
    '"/usr/bin/node" "/opt/vault/dist/hook.js" codex session-start',
  );
  expect(hookCommand(at, 'codex', 'stop', 'posix')).toBe(
    '"/usr/bin/node" "/opt/vault/dist/hook.js" codex stop --passive',
  );
});

test('a POSIX shell runs it whatever is in the paths and the settings', () => {
  const folder = join(temporaryDirectory(), 'a $HOME "b" `c` \\d \'e\'!');
  mkdirSync(folder);
  const node = join(folder, 'node');
  writeFileSync(node, '#!/bin/sh\nprintf "%s\\n" "$VAULT_DATA_DIR" "$@"\n');
  chmodSync(node, 0o755);
  const hook = join(folder, 'hook.js');
  const line = hookCommand(
    launch(node, hook, { VAULT_DATA_DIR: folder }),
    'gemini',
    'prompt',
    'posix',
  );
  const output = execFileSync('sh', ['-c', line], { encoding: 'utf8' });
  expect(output).toBe(`${folder}\n${hook}\ngemini\nprompt\n`);
});

test.each([
  ['cmd', 'set "VAULT_PORT=7440"&& "C:\\Program Files\\node.exe" "C:\\v\\hook.js" codex prompt'],
  [
    'powershell',
    "$env:VAULT_PORT='7440'; & 'C:\\Program Files\\node.exe' 'C:\\v\\hook.js' codex prompt",
  ],
] as const)('%s gets it in its own quotes', (shell, line) => {
  const at = launch('C:\\Program Files\\node.exe', 'C:\\v\\hook.js', { VAULT_PORT: '7440' });
  expect(hookCommand(at, 'codex', 'prompt', shell)).toBe(line);
});

test.each(['posix', 'cmd', 'powershell'] as const)(
  'a command line for %s is recognised',
  (shell: Shell) => {
    const line = hookCommand(
      launch('/n', '/a b/hook.js', { VAULT_PORT: '1' }),
      'cursor',
      'stop',
      shell,
    );
    expect(isOurHook(line, 'cursor', 'stop')).toBe(true);
    expect(isOurHook(line.replace('hook.js', 'hook.cjs'), 'cursor', 'stop')).toBe(true);
    expect(isOurHook(line.replace(' --passive', ''), 'cursor', 'stop')).toBe(true);
    expect(isOurHook(line, 'cursor', 'prompt')).toBe(false);
    expect(isOurHook(line, 'codex', 'stop')).toBe(false);
    for (const theirs of [
      'node my-hook.js cursor stop',
      'node "$HOME/.cursor/hooks/hook.js"',
      'node "/a b/hook.js" --passive',
      'node "/a b/hook.js" cursor stop --verbose',
      'cursor stop "/a b/hook.js"',
    ])
      expect(isOurHook(theirs, 'cursor', 'stop')).toBe(false);
  },
);

test('PowerShell gets every kind of quote twice, and the program is found again', () => {
  const line = hookCommand(
    launch("/O\u2019Brien/d'Arc/node", '/v/hook.js'),
    'cursor',
    'prompt',
    'powershell',
  );
  expect(line).toBe("& '/O\u2019\u2019Brien/d''Arc/node' '/v/hook.js' cursor prompt");
  const wanted = {
    kind: 'json' as const,
    path: 'hooks.json',
    entries: [
      {
        pointer: ['hook'],
        element: false,
        value: line,
        isOlder: () => true,
        isAbout: () => true,
      },
    ],
  };
  expect(programsNamed(wanted, JSON.stringify({ hook: line }))).toEqual([
    "/O\u2019Brien/d'Arc/node",
    '/v/hook.js',
  ]);
});

test.each([
  launch('C:\\100%\\node.exe', 'C:\\v\\hook.js'),
  launch('C:\\node.exe', 'C:\\%USERNAME%\\hook.js'),
  launch('C:\\node.exe', 'C:\\v\\hook.js', { VAULT_URL: 'https://vault.example/a%20b' }),
  launch('C:\\node.exe', 'C:\\v\\hook.js', { VAULT_URL: 'https://vault.example/"&calc&"' }),
])(
  '%j is refused for cmd, which would read a percent or quotation mark in it, and carried by the others',
  (at) => {
    expect(() => hookCommand(at, 'codex', 'prompt', 'cmd')).toThrow(/has a % or a quotation mark/);
    expect(() => hookCommand(at, 'codex', 'prompt', 'posix')).not.toThrow();
  },
);
