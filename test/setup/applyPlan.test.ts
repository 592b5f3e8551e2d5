import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_TOOLS } from '../../src/mcp/mcpServer.js';
import { applyPlan } from '../../src/setup/applyPlan.js';
import { READ_TOOLS } from '../../src/setup/launch.js';
import { NOTHING_NOTED } from '../../src/setup/manifest.js';
import { setupHome, statesOf } from './setupHome.js';

test('when the second file cannot be written, the first is named, and a removal takes it back', () => {
  const home = setupHome();
  home.write('.claude.json', '{\n  "numStartups": 3\n}\n');
  home.write('.claude/settings.json', '{}\n');
  const before = home.everything();
  const planned = home.plan('claude-code');
  // Somebody writes between the plan and the writing.
  home.write('.claude/settings.json', '{ "theme": "dark" }\n');
  expect(() => home.apply(planned)).toThrow(
    new RegExp(
      `another program changed.*\nChanged before that: ${home.path('.claude.json')}.*--remove`,
    ),
  );
  expect(home.read('.claude.json')).toContain('memory-vault');
  expect(home.read('.claude/settings.json')).toBe('{ "theme": "dark" }\n');
  home.write('.claude/settings.json', '{}\n');
  home.remove('claude-code');
  expect(home.everything()).toEqual(before);
});

test('a setup that another one has overtaken changes nothing and says so', () => {
  const home = setupHome();
  const planned = home.plan('zed');
  const noted = NOTHING_NOTED;
  home.setUp('cursor');
  const before = home.everything();
  expect(() => applyPlan(home.dataDir, planned, noted, { agents: {} })).toThrow(
    /setup\.json: another program changed it meanwhile\. Run the command again\nNothing was changed/,
  );
  expect(home.everything()).toEqual(before);
});

test('while another setup writes the notes, nothing is changed; one that was ended in the middle holds up nobody', () => {
  const home = setupHome();
  home.setUp('zed');
  const fresh = `${home.dataDir}/setup.json.new`;
  writeFileSync(fresh, '');
  const before = home.everything();
  const overtaken =
    /setup\.json: another program changed it meanwhile\. Run the command again\nNothing was changed/;
  expect(() => home.setUp('cursor')).toThrow(overtaken);
  expect(home.everything()).toEqual(before);
  const longAgo = Date.now() / 1000 - 60;
  utimesSync(fresh, longAgo, longAgo);
  home.setUp('cursor');
  expect(existsSync(fresh)).toBe(false);
  expect(statSync(`${home.dataDir}/setup.json`).mode & 0o777).toBe(0o600);
  home.remove('cursor');
  home.remove('zed');
  expect(home.everything()).toEqual([]);
});

test('where the choices cannot be noted at the end, what was changed is named', () => {
  const home = setupHome();
  const fresh = `${home.dataDir}/setup.json.new`;
  // Another setup begins to write the notes behind the last file.
  const planned = Object.assign([...home.plan('windsurf')], {
    *[Symbol.iterator]() {
      yield* Array.prototype.values.call(planned);
      writeFileSync(fresh, '');
    },
  });
  const agents = { windsurf: { hooks: true, passive: false } };
  expect(() => applyPlan(home.dataDir, planned, NOTHING_NOTED, { agents })).toThrow(
    /changed it meanwhile.*\nChanged before that: .*mcp_config\.json.*--remove/,
  );
});

test('when the first file cannot be written, nothing is left, not even notes', () => {
  const home = setupHome();
  home.write('.claude.json', '{}');
  const planned = home.plan('claude-code');
  home.write('.claude.json', '{ }');
  const before = home.everything();
  expect(() => home.apply(planned)).toThrow('Nothing was changed');
  expect(home.everything()).toEqual(before);
});

test('all files that cannot be edited are named at once, and none is written', () => {
  const home = setupHome();
  home.write('.claude.json', '{');
  mkdirSync(home.path('.claude/settings.json'), { recursive: true });
  const before = home.everything();
  expect(() => home.setUp('claude-code')).toThrow(
    /\.claude\.json: .*\n.*settings\.json: .*\nNothing was changed/,
  );
  expect(home.everything()).toEqual(before);
});

test('a file that somebody else filled after setup made it stays with what is theirs', () => {
  const home = setupHome();
  home.setUp('cursor');
  const hooks = JSON.parse(home.read('.cursor/hooks.json'));
  hooks.hooks.stop = [{ command: 'theirs' }];
  home.write('.cursor/hooks.json', JSON.stringify(hooks, null, 2));
  home.remove('cursor');
  expect(JSON.parse(home.read('.cursor/hooks.json'))).toEqual({
    version: 1,
    hooks: { stop: [{ command: 'theirs' }] },
  });
  expect(existsSync(home.dataDir)).toBe(false);
});

test('an entry that somebody wrote by hand is left once there are notes, and is taken for ours where there are none', () => {
  const home = setupHome();
  home.setUp('windsurf');
  const byHand = '{"mcpServers":{"memory-vault":{"command":"node","args":["/mine/cli.js","mcp"]}}}';
  home.write('.cursor/mcp.json', byHand);
  expect(statesOf(home.setUp('cursor'))).toContain('kept mcpServers.memory-vault');
  expect(statesOf(home.remove('cursor'))).toContain('kept mcpServers.memory-vault');
  expect(home.read('.cursor/mcp.json')).toBe(byHand);
  rmSync(`${home.dataDir}/setup.json`);
  expect(statesOf(home.remove('cursor'))).toEqual(['removed mcpServers.memory-vault']);
  expect(home.read('.cursor/mcp.json')).not.toContain('/mine');
});

test('a broken file in which setup wrote nothing does not keep the others from being taken back', () => {
  const home = setupHome();
  home.write('.claude/settings.json', '{ broken');
  const before = home.everything();
  home.setUp('claude-code', { hooks: false });
  expect(home.read('.claude.json')).toContain('/opt/vault');
  home.remove('claude-code');
  expect(home.everything()).toEqual(before);
});

test('damaged notes are named, and nothing is done', () => {
  const home = setupHome();
  home.setUp('zed');
  const path = `${home.dataDir}/setup.json`;
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 40));
  const before = home.everything();
  expect(() => home.remove('zed')).toThrow(/setup\.json, the list of what setup wrote, is damaged/);
  expect(home.everything()).toEqual(before);
});

test('a hook of somebody else that is a hook.js, too, is left by a first setup', () => {
  const home = setupHome();
  const theirs = {
    hooks: [{ type: 'command', command: 'node "$HOME/.claude/hooks/hook.js"' }],
  };
  home.write('.claude/settings.json', JSON.stringify({ hooks: { SessionStart: [theirs] } }));
  home.setUp('claude-code');
  const { hooks } = JSON.parse(home.read('.claude/settings.json'));
  expect(hooks.SessionStart).toHaveLength(2);
  expect(hooks.SessionStart).toContainEqual(theirs);
});

test('a server that somebody wrote by hand with an option of Node or a variable of their own is left by a first setup', () => {
  const home = setupHome();
  const theirs = {
    command: 'node',
    args: ['--use-system-ca', '/mine/cli.js', 'mcp'],
    env: { HTTPS_PROXY: 'http://proxy' },
  };
  const byHand = JSON.stringify({ mcpServers: { 'memory-vault': theirs } });
  home.write('.cursor/mcp.json', byHand);
  expect(statesOf(home.setUp('cursor', { hooks: false }))).toEqual([
    'kept mcpServers.memory-vault',
  ]);
  expect(home.read('.cursor/mcp.json')).toBe(byHand);
});

test('a plugin for OpenCode that somebody wrote or changed is left, also where the notes are lost', () => {
  const home = setupHome();
  const path = '.config/opencode/plugins/memory-vault.js';
  home.setUp('opencode');
  const changed = `${home.read(path)}// mine\n`;
  for (const plugin of ['import "/mine/hook.js";\n', changed]) {
    rmSync(`${home.dataDir}/setup.json`, { force: true });
    home.write(path, plugin);
    expect(statesOf(home.setUp('opencode'))).toContain('kept the whole file');
    expect(home.read(path)).toBe(plugin);
    rmSync(`${home.dataDir}/setup.json`, { force: true });
    expect(statesOf(home.remove('opencode'))).toContain('kept the whole file');
    expect(home.read(path)).toBe(plugin);
  }
});

test('a version that Cursor needs is added to a file without and taken back, and another one is left', () => {
  const home = setupHome();
  home.write('.cursor/hooks.json', '{ "hooks": {} }\n');
  const before = home.everything();
  home.setUp('cursor');
  expect(JSON.parse(home.read('.cursor/hooks.json')).version).toBe(1);
  expect(statesOf(home.setUp('cursor'))).not.toContain('added version');
  home.remove('cursor');
  expect(home.everything()).toEqual(before);
  home.write('.cursor/hooks.json', '{ "version": 2 }\n');
  home.setUp('cursor');
  expect(JSON.parse(home.read('.cursor/hooks.json')).version).toBe(2);
  home.remove('cursor');
  expect(home.read('.cursor/hooks.json')).toBe('{ "version": 2 }\n');
  rmSync(home.path('.cursor/hooks.json'));
  home.setUp('cursor');
  home.write(
    '.cursor/hooks.json',
    home.read('.cursor/hooks.json').replace('"version": 1', '"version": 2'),
  );
  expect(statesOf(home.remove('cursor'))).not.toContain('kept version');
  expect(home.read('.cursor/hooks.json')).toContain('"version": 2');
});

test('the tools that may be allowed unasked are those that change nothing', () => {
  const reads = ALL_TOOLS.filter(({ annotations }) => annotations.readOnlyHint);
  expect(reads.map(({ name }) => name).sort()).toEqual([...READ_TOOLS].sort());
});
