import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyPatch } from 'diff';
import { expect, onTestFinished, test } from 'vitest';
import { writeServiceFile } from '../../src/connect/serviceFile.js';
import { runHere } from '../support/runHere.js';
import { spawnedCli } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const HOOK = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url));

/** A user with a home of its own, in which `memory-vault setup` runs. */
function user(env: Readonly<Record<string, string>> = {}) {
  const home = temporaryDirectory();
  const bin = join(home, 'bin');
  const project = join(home, 'project');
  for (const folder of [bin, project]) mkdirSync(folder);
  return {
    home,
    project,
    read: (name: string) => readFileSync(join(home, name), 'utf8'),
    /** Puts a program with this name into the PATH. */
    install(name: string, script: string) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    },
    async setup(...args: readonly string[]) {
      // On a port of its own: on the usual one, there may be a service of this machine.
      const own = { HOME: home, PATH: `${bin}:/usr/bin:/bin`, VAULT_PORT: '7499' };
      const { code, output } = await runHere(['setup', ...args], {
        cwd: project,
        env: { ...own, ...env },
      });
      return { code, output };
    },
  };
}

test('setup, a second setup, a check and a removal, as a user runs them', async () => {
  const { setup, read, home } = user();
  const first = await setup('claude-code', 'codex');
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('type /hooks in Codex') });
  expect(first.output).toMatch(/added +~\/\.claude\.json +mcpServers\.memory-vault\n/);
  expect(first.output).toContain('What do you remember of this project?');
  expect(first.output).toContain('memory-vault backfill proposes notes');
  const { mcpServers } = JSON.parse(read('.claude.json'));
  expect(mcpServers['memory-vault']).toEqual({
    type: 'stdio',
    command: process.execPath,
    args: [CLI, 'mcp'],
    env: { VAULT_PORT: '7499' },
    alwaysLoad: true,
  });
  const settings = read('.claude/settings.json');
  expect(settings).toContain(
    JSON.stringify(`VAULT_PORT="7499" "${process.execPath}" "${HOOK}" claude-code session-start`),
  );
  const second = await setup('claude-code', 'codex');
  expect(second).toMatchObject({
    code: 0,
    output: expect.stringContaining('nothing to change'),
  });
  expect(read('.claude/settings.json')).toBe(settings);
  expect((await setup('--check')).code).toBe(0);
  expect((await setup('--remove')).code).toBe(0);
  for (const name of ['.claude.json', '.claude', '.codex', '.local'])
    expect(existsSync(join(home, name))).toBe(false);
  expect((await setup('--check')).code).toBe(1);
});

test('--dry-run prints a diff that makes the new file of the old one, and changes nothing', async () => {
  const { setup, read, home } = user();
  mkdirSync(join(home, '.cursor'));
  const before = '{\n  // mine\n  "mcpServers": {}\n}\n';
  writeFileSync(join(home, '.cursor/mcp.json'), before);
  const { code, output } = await setup('cursor', '--no-hooks', '--dry-run');
  expect(code).toBe(0);
  expect(read('.cursor/mcp.json')).toBe(before);
  expect(existsSync(join(home, '.local'))).toBe(false);
  const after = applyPatch(before, output);
  await setup('cursor', '--no-hooks');
  expect(read('.cursor/mcp.json')).toBe(after);
});

test('--all sets up what is found by its program or its folder, and says what it skipped', async () => {
  const { setup, home, install } = user();
  install('codex', 'echo "memory-vault  node  enabled"');
  mkdirSync(join(home, '.codeium/windsurf'), { recursive: true });
  const { code, output } = await setup('--all');
  expect(output).toMatch(
    /^not found here: claude-code, gemini, opencode, cursor, vscode, zed, copilot, qwen, amp, /,
  );
  expect(output).toContain('codex mcp list: enabled');
  expect(code).toBe(0);
  expect(existsSync(join(home, '.codex/config.toml'))).toBe(true);
  expect(existsSync(join(home, '.codeium/windsurf/mcp_config.json'))).toBe(true);
  expect(existsSync(join(home, '.cursor'))).toBe(false);
});

test('what one agent gives back, another that shares the file keeps', async () => {
  const { setup, home, read } = user();
  const shared = '.copilot/hooks/memory-vault.json';
  await setup('copilot', 'vscode');
  const before = read(shared);
  await setup('vscode', '--remove');
  await setup('vscode', '--no-hooks');
  expect(read(shared)).toBe(before);
  expect((await setup('copilot', '--check')).code).toBe(0);
  await setup('--remove');
  expect(existsSync(join(home, '.copilot'))).toBe(false);
});

test('a check finds a program that is gone, an entry that is gone, and what the agent says is wrong', async () => {
  const { setup, home, read, install } = user();
  await setup('claude-code');
  const file = join(home, '.claude.json');
  const text = read('.claude.json');
  writeFileSync(file, text.replace(process.execPath, '/gone/node'));
  const gone = await setup('--check');
  expect(gone).toMatchObject({ code: 1, output: expect.stringContaining('/gone/node is gone') });
  expect(gone.output).toContain('run: memory-vault setup claude-code');
  writeFileSync(file, '{}');
  expect(await setup('--check', 'claude-code')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/mcpServers\.memory-vault: missing/),
  });
  writeFileSync(file, text);
  install('claude', 'echo "memory-vault: node cli.js mcp - ✗ Failed to connect"');
  expect(await setup('--check')).toMatchObject({
    code: 1,
    output: expect.stringContaining('bad   claude mcp list: ✗ Failed to connect'),
  });
});

test.each<[string, () => Server]>([
  ['another program', () => createServer((_, response) => response.end('hello'))],
  ['a program that does not answer', () => createSocketServer(() => {})],
])('a check says that %s has the port of the service', async (who, listener) => {
  const port = await portOf(listener());
  const home = temporaryDirectory();
  const env = { HOME: home, VAULT_PORT: `${port}` };
  const { code, output } = await spawnedCli(['setup', '--check'], join(home, 'vault'), env);
  expect(code).toBe(1);
  expect(output).toContain(`bad   ${who} listens at http://127.0.0.1:${port}. End it, or set`);
});

test('a check names a service that hangs, on whichever port it is', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  mkdirSync(dataDir, { mode: 0o700 });
  const url = `http://127.0.0.1:${await portOf(createSocketServer(() => {}))}`;
  const service = { url, pid: process.pid, version: '1.0.0', started_at: 'now' };
  writeServiceFile(dataDir, { ...service, secret: 'a'.repeat(64) });
  const { code, output } = await user({ VAULT_DATA_DIR: dataDir }).setup('--check');
  expect(code).toBe(1);
  expect(output).toContain(`bad   the service at ${url} (process ${process.pid}) does not answer`);
});

test('a vault elsewhere is asked by the name in VAULT_URL, as a proxy before it needs', async () => {
  const server = createServer(({ headers, url }, response) => {
    const isThere = headers.host === `127.0.0.1:${port}` && url === '/healthz';
    response.writeHead(isThere ? 200 : 404, isThere ? { 'x-vault-instance': 'i' } : {});
    response.end('{"status":"ok"}');
  });
  const port = await portOf(server);
  const { setup } = user({ VAULT_URL: `http://127.0.0.1:${port}` });
  const { code, output } = await setup('cursor');
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringContaining(`ok    http://127.0.0.1:${port} answers`),
  });
});

test('a vault at an https address is asked over TLS', async () => {
  const types: (number | undefined)[] = [];
  const server = createSocketServer((socket) =>
    socket
      .on('error', () => {})
      .once('data', (bytes) => {
        types.push(bytes[0]);
        socket.destroy();
      }),
  );
  const { setup } = user({ VAULT_URL: `https://127.0.0.1:${await portOf(server)}` });
  expect((await setup('cursor')).output).toContain('check VAULT_URL');
  const handshake = 22;
  expect(types).toEqual([handshake]);
});

test('an address that only leads to another one is named with it', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(301, { location: 'https://vault.example/healthz' }).end();
  });
  const url = `http://127.0.0.1:${await portOf(server)}`;
  const { setup } = user({ VAULT_URL: url });
  expect(await setup('cursor')).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      `${url} redirects to https://vault.example: set VAULT_URL to that`,
    ),
  });
});

test.each([
  ['claude-code', '.claude.json'],
  ['codex', '.codex/config.toml'],
  ['opencode', '.config/opencode/opencode.json'],
])(
  '%s that was set up for a vault elsewhere is not led to another one by a shell without that setting',
  async (agent, file) => {
    const home = temporaryDirectory();
    const elsewhere = user({ HOME: home, VAULT_URL: 'http://127.0.0.1:9' });
    await elsewhere.setup(agent);
    const before = readFileSync(join(home, file), 'utf8');
    const { setup } = user({ HOME: home });
    const words = 'was set up with VAULT_URL=http://127.0.0.1:9, which is not set here';
    const refused = { code: 1, output: expect.stringContaining(words) };
    expect(await setup('--check')).toMatchObject(refused);
    expect(await setup(agent)).toMatchObject(refused);
    expect(readFileSync(join(home, file), 'utf8')).toBe(before);
    expect((await setup('--remove', agent)).code).toBe(0);
    await setup(agent);
    expect(readFileSync(join(home, file), 'utf8')).not.toContain('VAULT_URL');
  },
);

test('instructions in a file with two names are written once and taken out by either name', async () => {
  const { setup, project } = user();
  writeFileSync(join(project, 'AGENTS.md'), '# Rules\n');
  symlinkSync('AGENTS.md', join(project, 'CLAUDE.md'));
  expect((await setup('claude-code', 'codex', '--instructions')).code).toBe(0);
  expect(readFileSync(join(project, 'CLAUDE.md'), 'utf8').split('memory-vault: start').length).toBe(
    2,
  );
  expect((await setup('--remove', '--instructions', 'CLAUDE.md')).code).toBe(0);
  expect(readFileSync(join(project, 'AGENTS.md'), 'utf8')).toBe('# Rules\n');
});

test('the name of an agent behind --instructions is no file', async () => {
  const { setup, project } = user();
  expect(await setup('--instructions', 'zed')).toMatchObject({
    code: 2,
    output: expect.stringContaining('type memory-vault setup zed --instructions'),
  });
  expect(existsSync(join(project, 'zed'))).toBe(false);
});

test('what was written into a folder that is gone does not keep the rest from being taken back', async () => {
  const home = temporaryDirectory();
  const parent = join(home, 'locked');
  const codexHome = join(parent, 'codex');
  mkdirSync(codexHome, { recursive: true });
  const { setup } = user({ HOME: home, CODEX_HOME: codexHome });
  await setup('codex', 'cursor');
  rmSync(parent, { recursive: true });
  writeFileSync(parent, 'a file where the folder was');
  expect((await setup('--remove')).code).toBe(0);
  expect(existsSync(join(home, '.cursor'))).toBe(false);
  expect(existsSync(join(home, '.local/share/memory-vault/setup.json'))).toBe(false);
});

test.each([
  ['codex', 'CODEX_HOME', 'config.toml'],
  ['goose', 'XDG_CONFIG_HOME', 'goose/config.yaml'],
])(
  'what %s has in a folder that %s no longer names is taken back, too',
  async (agent, variable, file) => {
    const home = temporaryDirectory();
    const before = join(home, 'before');
    mkdirSync(before);
    await user({ HOME: home, [variable]: before }).setup(agent);
    const path = join(before, file);
    writeFileSync(path, `# of the user\n${readFileSync(path, 'utf8')}`);
    const after = user({ HOME: home, [variable]: join(home, 'after') });
    expect((await after.setup('--remove')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toMatch(/^# of the user\s*$/);
    expect(existsSync(join(home, '.local/share/memory-vault/setup.json'))).toBe(false);
  },
);

test('instructions are added to the usual file of an agent or a named one, and taken out', async () => {
  const { setup, project, home } = user();
  writeFileSync(join(project, 'AGENTS.md'), '# Rules\n\nUse tabs.\n\n\n');
  expect((await setup('--instructions', 'AGENTS.md')).code).toBe(0);
  expect(readFileSync(join(project, 'AGENTS.md'), 'utf8')).toMatch(
    /tabs\.\n\n\n\n<!-- memory-vault: start/,
  );
  expect(existsSync(join(home, '.codex'))).toBe(false);
  expect((await setup('cursor', '--instructions')).code).toBe(0);
  expect(existsSync(join(project, '.cursor/rules/memory-vault.mdc'))).toBe(true);
  expect((await setup('--remove', '--instructions', 'AGENTS.md')).code).toBe(0);
  expect(readFileSync(join(project, 'AGENTS.md'), 'utf8')).toBe('# Rules\n\nUse tabs.\n\n\n');
  expect(existsSync(join(project, '.cursor/rules/memory-vault.mdc'))).toBe(true);
  expect(existsSync(join(home, '.cursor/mcp.json'))).toBe(true);
});

test('new instructions have the permissions that files of the user have, and settings are for the user alone', async () => {
  const { setup, project, home } = user();
  const before = process.umask(0o027);
  onTestFinished(() => void process.umask(before));
  await setup('cursor', '--instructions');
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect(modeOf(join(project, '.cursor/rules/memory-vault.mdc'))).toBe(0o640);
  expect(modeOf(join(project, '.cursor/rules'))).toBe(0o750);
  expect(modeOf(join(home, '.cursor/mcp.json'))).toBe(0o600);
});

test('a removal of all agents names the files with instructions that stay, and how to take them out', async () => {
  const { setup, project } = user();
  await setup('codex', '--instructions');
  const file = join(project, 'AGENTS.md');
  for (const args of [['--remove', '--dry-run'], ['--remove']])
    expect(await setup(...args)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`--remove --instructions "${file}"`),
    });
  expect(existsSync(file)).toBe(true);
  expect((await setup('--remove', '--instructions', file)).code).toBe(0);
  expect(existsSync(file)).toBe(false);
});

test('a removal without a name finds what setup wrote also when its notes are lost', async () => {
  const { setup, read, home } = user();
  await setup('codex', 'opencode', '--passive');
  rmSync(join(home, '.local'), { recursive: true });
  expect((await setup('--remove')).code).toBe(0);
  expect(read('.codex/config.toml')).not.toContain('memory-vault');
  expect(read('.codex/hooks.json')).not.toContain('hook.js');
  expect(read('.config/opencode/opencode.json')).not.toContain('memory-vault');
  expect(existsSync(join(home, '.config/opencode/plugins/memory-vault.js'))).toBe(false);
});

test('a secret is written nowhere, and the output says how to give it', async () => {
  const { setup, read } = user({
    VAULT_URL: 'https://vault.example',
    VAULT_BEARER_TOKEN: 'mvs_s3cr3t',
  });
  const { output } = await setup('claude-code', 'opencode');
  expect(output).toContain('VAULT_BEARER_TOKEN_FILE');
  const texts = ['.claude.json', '.claude/settings.json', '.config/opencode/opencode.json'].map(
    read,
  );
  expect(texts.join()).not.toContain('s3cr3t');
  for (const text of texts) expect(text).toContain('https://vault.example');
  expect(read('.config/opencode/plugins/memory-vault.js')).toContain('https://vault.example');
});

test.each([
  [
    ['claude'],
    'there is no agent claude: name one of claude-code, codex, gemini, opencode, cursor, vscode, windsurf, zed, copilot, qwen, amp, goose, kilo, kiro, cline, antigravity. Did you mean claude-code?',
  ],
  [['copilt', 'codx'], 'there is no agent copilt'],
  [['codx'], 'Did you mean codex?'],
  [[], 'name one or more agents'],
  [['--frobnicate'], "unknown option '--frobnicate'"],
  [['codex', '--check', '--remove'], '--check changes nothing'],
])('%j is a mistake in the command line: exit code 2', async (args, message) => {
  const { setup, home } = user();
  const { code, output } = await setup(...args);
  expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining(message) });
  expect(existsSync(join(home, '.codex'))).toBe(false);
});

test('a file that cannot be parsed is named with its place, and nothing is written', async () => {
  const { setup, home } = user();
  mkdirSync(join(home, '.codex'));
  writeFileSync(join(home, '.codex/hooks.json'), '{\n  "hooks": {,}\n}\n');
  const { code, output } = await setup('codex', 'cursor');
  expect(code).toBe(1);
  expect(output).toMatch(/\.codex\/hooks\.json: this is not valid JSON \(line 2, column 13: /);
  expect(output).toContain('Nothing was changed');
  for (const name of ['.codex/config.toml', '.cursor', '.local'])
    expect(existsSync(join(home, name))).toBe(false);
});

/** Lets a server listen on a free port until the test has finished. */
async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('--allow writes the tools that only read into the list of Claude Code, a later setup keeps them, --remove takes them back', async () => {
  const { home, setup, read } = user();
  mkdirSync(join(home, '.claude'));
  const before = '{ "permissions": { "allow": ["Bash(ls)"], "deny": [] } }\n';
  writeFileSync(join(home, '.claude', 'settings.json'), before);
  const allowed = () => JSON.parse(read('.claude/settings.json')).permissions.allow;
  expect((await setup('claude-code', '--allow', '--dry-run')).output).toContain(
    '"mcp__memory-vault__memory_search"',
  );
  await setup('claude-code', '--allow');
  expect(allowed()).toContain('mcp__memory-vault__memory_search');
  expect(allowed()).not.toContain('mcp__memory-vault__memory_save');
  await setup('claude-code');
  expect(allowed()).toContain('mcp__memory-vault__memory_get');
  await setup('claude-code', '--remove');
  expect(read('.claude/settings.json')).toBe(before);
});
