import { rmSync } from 'node:fs';
import { parse } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { membersOf } from '../../src/domain/json.js';
import { AGENT_NAMES } from '../../src/setup/agent.js';
import { ALL_AGENTS } from '../../src/setup/agents.js';
import { sampled } from '../support/depth.js';
import { setupHome, statesOf } from './setupHome.js';

/** Where an agent keeps what setup writes, and under which keys. */
const PLACES = {
  'claude-code': { file: '.claude.json', servers: 'mcpServers', hooks: '.claude/settings.json' },
  codex: { file: '.codex/config.toml', servers: 'mcp_servers', hooks: '.codex/hooks.json' },
  gemini: { file: '.gemini/settings.json', servers: 'mcpServers', hooks: '.gemini/settings.json' },
  opencode: { file: '.config/opencode/opencode.json', servers: 'mcp', hooks: undefined },
  cursor: { file: '.cursor/mcp.json', servers: 'mcpServers', hooks: '.cursor/hooks.json' },
  vscode: {
    file: '.config/Code/User/mcp.json',
    servers: 'servers',
    hooks: '.copilot/hooks/memory-vault.json',
  },
  windsurf: {
    file: '.codeium/windsurf/mcp_config.json',
    servers: 'mcpServers',
    hooks: undefined,
  },
  zed: { file: '.config/zed/settings.json', servers: 'context_servers', hooks: undefined },
  copilot: {
    file: '.copilot/mcp-config.json',
    servers: 'mcpServers',
    hooks: '.copilot/hooks/memory-vault.json',
  },
  qwen: { file: '.qwen/settings.json', servers: 'mcpServers', hooks: '.qwen/settings.json' },
  amp: { file: '.config/amp/settings.json', servers: 'amp.mcpServers', hooks: undefined },
  goose: { file: '.config/goose/config.yaml', servers: 'extensions', hooks: undefined },
  kilo: { file: '.config/kilo/kilo.jsonc', servers: 'mcp', hooks: undefined },
  kiro: { file: '.kiro/settings/mcp.json', servers: 'mcpServers', hooks: undefined },
  cline: {
    file: '.cline/data/settings/cline_mcp_settings.json',
    servers: 'mcpServers',
    hooks: undefined,
  },
  antigravity: {
    file: '.gemini/config/mcp_config.json',
    servers: 'mcpServers',
    hooks: undefined,
  },
} as const;

/** How the text of a file is read. */
const READ: Readonly<Record<string, (text: string) => unknown>> = {
  toml: parseToml,
  yaml: parseYaml,
};
/** What cannot be read, from its third line on. */
const BROKEN: Readonly<Record<string, string>> = {
  toml: 'a = 1\nb = [\n',
  yaml: 'a: 1\nb: 2\nc: }\n',
};
const endingOf = (file: string) => file.split('.').at(-1) ?? '';
const isJson = (file: string) => !(endingOf(file) in READ);

/** The events of all agents, in which somebody may have hooks. */
const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'Stop',
  'SessionEnd',
  'BeforeAgent',
  'sessionStart',
  'beforeSubmitPrompt',
  'stop',
  'sessionEnd',
];

const json = (servers: string): Record<string, string> => {
  const foreignHook = '{ "hooks": [{ "type": "command", "command": "theirs" }] }';
  const arrays = EVENTS.map((name) => `    "${name}": [${foreignHook}]`).join(',\n');
  return {
    'an empty file': '',
    'an empty object': '{}',
    'an empty object over lines': '{\n}\n',
    'only a comment': '// nothing yet',
    'no line break at the end': '{"theme":"dark"}',
    'foreign entries in every object and array': `{\n  "${servers}": {\n    "theirs": { "command": "x" }\n  },\n  "hooks": {\n${arrays}\n  }\n}\n`,
    'comments everywhere': `// head\n{ // of the root\n  /* before */ "theme": "dark", // behind\n  "${servers}": { // servers\n    // theirs\n    "theirs": { "command": "x" } // behind theirs\n    /* end */\n  },\n  "hooks": { /* none */ }\n  // last\n}\n// foot\n`,
    'trailing commas': `{\n  "${servers}": {\n    "theirs": { "command": "x" },\n  },\n  "hooks": {\n${arrays},\n  },\n}\n`,
    'line ends of Windows': `{\r\n  "${servers}": {\r\n    "theirs": {}\r\n  }\r\n}\r\n`,
    tabs: `{\n\t"${servers}": {\n\t\t"theirs": {}\n\t}\n}\n`,
    'a mark of UTF-8': `\uFEFF{\n    "theme": "dark"\n}\n`,
    'one line': `{"${servers}":{"theirs":{"command":"x"}},"hooks":{"Stop":[]}}`,
  };
};

describe.each(AGENT_NAMES)('%s', (agent) => {
  const { file, servers, hooks } = PLACES[agent];

  test('is set up in a home without any file, and taken back with all folders', () => {
    const home = setupHome();
    const before = home.everything();
    const planned = home.setUp(agent, { passive: true });
    expect(planned.every(({ changes }) => changes.every(({ state }) => state === 'added'))).toBe(
      true,
    );
    const after = home.everything();
    expect(after.length).toBeGreaterThan(before.length);
    expect(
      statesOf(home.setUp(agent, { passive: true })).every((one) => one.startsWith('same')),
    ).toBe(true);
    expect(home.everything()).toEqual(after);
    home.remove(agent);
    expect(home.everything()).toEqual(before);
  });

  test('the entry starts the server', () => {
    const home = setupHome();
    home.setUp(agent);
    const text = home.read(file);
    const whole = membersOf((READ[endingOf(file)] ?? JSON.parse)(text));
    const entry = membersOf(membersOf(whole[servers])['memory-vault']);
    const argv = [entry.command ?? entry.cmd, entry.args ?? []].flat();
    expect(argv).toEqual(['/usr/bin/node', '/opt/vault/dist/cli.js', 'mcp']);
  });

  if (isJson(file)) {
    test.each(sampled(Object.entries(json(servers)), 3))(
      '%s: setup keeps all of it, a second one changes nothing, a removal restores every byte',
      (_what, content) => {
        roundTrip(file, content);
      },
    );
  }

  if (hooks !== undefined) {
    test.each(sampled(Object.entries(json('other')), 3))(
      'hooks in %s: setup keeps all of it, a second one changes nothing, a removal restores every byte',
      (_what, content) => {
        roundTrip(hooks, content);
      },
    );

    test('the hook at the end of a turn is there for passive capture alone', () => {
      const home = setupHome();
      home.setUp(agent);
      expect(home.read(hooks)).not.toMatch(/ stop"/);
      home.setUp(agent, { passive: true });
      const name = ALL_AGENTS[agent].hooks?.as ?? agent;
      expect(home.read(hooks)).toContain(`${name} stop --passive`);
    });
  }

  test('without hooks, those of before are taken back and the server stays', () => {
    const home = setupHome();
    home.setUp(agent, { hooks: false });
    const without = home.everything().filter(([name]) => !name?.endsWith('setup.json'));
    home.setUp(agent);
    home.setUp(agent, { hooks: false });
    expect(home.everything().filter(([name]) => !name?.endsWith('setup.json'))).toEqual(without);
  });

  test('an entry of an earlier setup is brought up to date and taken back, also when the notes are lost', () => {
    for (const areLost of [false, true]) {
      const home = setupHome();
      home.write(file, '');
      home.setUp(agent, { node: '/old/node' });
      if (areLost) rmSync(`${home.dataDir}/setup.json`);
      const states = new Set(statesOf(home.setUp(agent)).map((one) => one.split(' ')[0]));
      // Without notes, nobody knows that setup made the folder of Copilot.
      if (areLost) states.delete('added');
      expect([...states]).toEqual(['updated']);
      expect(home.read(file)).toContain('/usr/bin/node');
      expect(home.read(file)).not.toContain('/old/node');
      if (areLost) rmSync(`${home.dataDir}/setup.json`, { force: true });
      home.remove(agent);
      expect(home.read(file)).not.toContain('/opt/vault');
    }
  });

  test('a broken file stops it, and nothing is written anywhere', () => {
    const home = setupHome();
    home.write(file, BROKEN[endingOf(file)] ?? '{\n  "a": 1,\n  "b" 2\n}\n');
    const before = home.everything();
    expect(() => home.setUp(agent)).toThrow(
      /not valid (JSON|TOML|YAML) \(line 3, column \d+: .*Nothing was changed/s,
    );
    expect(() => home.setUp(agent)).toThrow(home.path(file));
    expect(home.everything()).toEqual(before);
  });

  function roundTrip(name: string, content: string) {
    const home = setupHome();
    home.write(name, content);
    const before = home.everything();
    home.setUp(agent, { passive: true });
    const after = home.read(name);
    expect(after).not.toBe(content);
    expect(withoutOurs(parsed(after))).toEqual(withoutOurs(parsed(content)));
    for (const comment of content.match(/\/\/.*|\/\*.*?\*\//g) ?? [])
      expect(after).toContain(comment);
    if (content.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    home.setUp(agent, { passive: true });
    expect(home.read(name)).toBe(after);
    home.remove(agent);
    expect(home.everything()).toEqual(before);
  }
});

const parsed = (text: string): unknown =>
  parse(text.replace('\uFEFF', ''), [], { allowTrailingComma: true }) ?? {};

/** A value without what setup adds, and without objects and arrays that have nothing else in them. */
function withoutOurs(value: unknown): unknown {
  if (Array.isArray(value)) {
    const others = value.filter((one) => !JSON.stringify(one).includes('/opt/vault'));
    return others.map(withoutOurs);
  }
  if (typeof value !== 'object' || value === null) return value;
  const others = Object.entries(value).filter(
    ([key, one]) => key !== 'memory-vault' && JSON.stringify(withoutOurs(one)) !== '[]',
  );
  const kept = others.map(([key, one]) => [key, withoutOurs(one)] as const);
  return Object.fromEntries(
    kept.filter(
      ([key, one]) => !['version', '$schema'].includes(key) && JSON.stringify(one) !== '{}',
    ),
  );
}

test('Claude Code always shows our tools to its model, and waits for each hook', () => {
  const home = setupHome();
  home.setUp('claude-code', { passive: true });
  const { mcpServers } = JSON.parse(home.read('.claude.json'));
  expect(mcpServers['memory-vault'].alwaysLoad).toBe(true);
  expect(home.read('.claude/settings.json')).not.toContain('async');
});

test('every agent has a place in these tests', () => {
  expect(Object.keys(PLACES).sort()).toEqual(Object.keys(ALL_AGENTS).sort());
});
