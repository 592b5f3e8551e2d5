import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAgent, isHookEvent } from '../../src/hook/agentProtocol.js';

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

const at = (path: string) => read(`integrations/claude-code/${path}`);

test('plugin and marketplace have the version of the package', () => {
  const { version, files } = read('package.json');
  expect(at('.claude-plugin/plugin.json').version).toBe(version);
  const { plugins } = at('.claude-plugin/marketplace.json');
  expect(plugins).toEqual([expect.objectContaining({ source: './', version })]);
  expect(files).toContain('integrations');
});

test('what the plugin runs is what the package installs', () => {
  const { bin } = read('package.json');
  expect(read('package-lock.json').packages[''].bin).toEqual(bin);
  const { command, args, alwaysLoad } = at('.mcp.json').mcpServers['memory-vault'];
  expect(bin[command]).toBe('dist/cli.js');
  expect(args).toEqual(['mcp']);
  expect(alwaysLoad).toBe(true);
  // Of the file of Claude Code: groups of hooks by event.
  const groups = Object.values(at('hooks/hooks.json').hooks) as {
    hooks: { command: string }[];
  }[][];
  const commands = groups.flat().flatMap(({ hooks }) => hooks.map((hook) => hook.command));
  expect(commands.length).toBe(6);
  for (const line of commands) {
    const [program = '', agent, event, ...rest] = line.split(' ');
    expect(bin[program]).toBe('dist/hook.cjs');
    expect(isAgent(agent) && isHookEvent(event)).toBe(true);
    expect(rest).toEqual([]);
  }
});
