import { isHookEvent } from '../../src/hook/agentProtocol.js';
import { openCodePackage } from '../../src/hook/openCodePlugin.js';
import { ALL_AGENTS } from '../../src/setup/agents.js';
import { HOOK_SECONDS } from '../../src/setup/hookCommand.js';
import type { Json } from '../../src/setup/wantedFile.js';
import { COMMANDS, DESCRIPTION, SKILL } from './description.js';

/** The agents whose package has hooks. */
type HookedAgent = 'claude-code' | 'codex' | 'gemini' | 'cursor';

const { name, title, text, author, license, keywords } = DESCRIPTION;

/** What every manifest says. */
const about = (version: string) => ({ name, version, description: text });
/** What those say that know of authors. */
const aboutWhole = (version: string) => ({ ...about(version), author, license, keywords });

/**
 * The files of all packages for a version of Memory Vault, by their paths in the repository. A program takes the repository itself (an Agent
 * Plugin, Gemini CLI), or the folder `plugin` of it, which is all that the others copy.
 */
export function packageFiles(version: string): Readonly<Record<string, string>> {
  return { ...pluginFiles(version), ...rootFiles(version) };
}

/** The folder `plugin`: for Claude Code, Codex and Cursor, each with a manifest of its own. OpenCode has a module there. */
function pluginFiles(version: string): Record<string, string> {
  const commands = COMMANDS.map(({ name: command, text: description, hint, prompt }) => [
    `plugin/commands/${command}.md`,
    `---\ndescription: ${description}\nargument-hint: ${JSON.stringify(hint)}\n---\n\n${prompt('$ARGUMENTS')}\n`,
  ]);
  return {
    'plugin/.claude-plugin/plugin.json': json({
      ...aboutWhole(version),
      mcpServers: { [name]: { ...server(at('CLAUDE_PLUGIN_ROOT')), alwaysLoad: true } },
      hooks: hooksOf('claude-code', at('CLAUDE_PLUGIN_ROOT')),
    }),
    'plugin/.codex-plugin/plugin.json': json({
      ...aboutWhole(version),
      skills: './skills/',
      mcpServers: './codex/mcp.json',
      hooks: './codex/hooks.json',
      interface: { displayName: title, shortDescription: text, category: 'Productivity' },
    }),
    'plugin/codex/mcp.json': json({
      mcpServers: {
        [name]: {
          command: 'node',
          args: ['-e', startInCodex(version), 'start.mjs', 'mcp'],
          env_vars: ['CODEX_HOME', 'VAULT_PROJECT', 'VAULT_BEARER_TOKEN', 'MEMORY_VAULT_PACKAGE'],
        },
      },
    }),
    'plugin/codex/hooks.json': json({ hooks: hooksOf('codex', at('PLUGIN_ROOT')) }),
    'plugin/.cursor-plugin/plugin.json': json({
      ...aboutWhole(version),
      displayName: title,
      mcpServers: { [name]: server(at('CURSOR_PLUGIN_ROOT')) },
      hooks: { version: 1, hooks: hooksOf('cursor', at('CURSOR_PLUGIN_ROOT')) },
    }),
    'plugin/opencode.js': openCodePackage(COMMANDS),
    'plugin/skills/memory-vault/SKILL.md': SKILL,
    ...Object.fromEntries(commands),
  };
}

/** The root of the repository: marketplaces of the folder `plugin`, the Agent Plugin, the extension of Gemini CLI, the registry. */
function rootFiles(version: string): Record<string, string> {
  const commands = COMMANDS.map(({ name: command, text: description, prompt }) => [
    `commands/${command}.toml`,
    `description = ${JSON.stringify(description)}\nprompt = '''\n${prompt('{{args}}')}\n'''\n`,
  ]);
  const entry = { name, source: './plugin', description: text };
  return {
    '.claude-plugin/marketplace.json': json({
      name,
      owner: author,
      metadata: { description: text },
      plugins: [{ ...entry, version }],
    }),
    '.cursor-plugin/marketplace.json': json({
      name,
      owner: author,
      metadata: { description: text },
      plugins: [{ ...entry, source: 'plugin' }],
    }),
    '.agents/plugins/marketplace.json': json({
      name,
      interface: { displayName: title },
      plugins: [
        {
          name,
          source: { source: 'local', path: './plugin' },
          policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
          category: 'Productivity',
        },
      ],
    }),
    'plugin.json': json({
      $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
      ...aboutWhole(version),
    }),
    'mcp.json': json({
      $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
      mcpServers: { [name]: { type: 'stdio', ...server(`${at('PLUGIN_ROOT')}/plugin`) } },
    }),
    'skills/memory-vault/SKILL.md': SKILL,
    'gemini-extension.json': json({
      ...about(version),
      mcpServers: { [name]: server(`${at('extensionPath')}/plugin`) },
    }),
    'hooks/hooks.json': json({ hooks: hooksOf('gemini', `${at('extensionPath')}/plugin`) }),
    'server.json': json(registryEntry(version)),
    ...Object.fromEntries(commands),
  };
}

/** A variable that a program puts a folder in place of. */
const at = (variable: string) => `\${${variable}}`;

/** The MCP server, from the folder that has `start.mjs`. */
const server = (folder: string) => ({ command: 'node', args: [`${folder}/start.mjs`, 'mcp'] });

/**
 * Finds the package in the cache of Codex, which tells an MCP server where that is only by starting it there; then it would not know the
 * project, whose folder is its working directory otherwise.
 */
const startInCodex = (version: string) =>
  [
    "const {existsSync,readdirSync}=require('fs'),{join}=require('path')",
    "cache=join(process.env.CODEX_HOME||join(require('os').homedir(),'.codex'),'plugins','cache')",
    `file=readdirSync(cache).map((one)=>join(cache,one,'${name}','${version}','start.mjs')).find(existsSync);import(require('url').pathToFileURL(file))`,
  ].join();

/** The hooks that `setup` writes for an agent, but those of `--passive`, with a command that finds the program. */
function hooksOf(agent: HookedAgent, folder: string): Record<string, Json[]> {
  const { hooks } = ALL_AGENTS[agent];
  if (hooks === undefined) throw new Error(`${agent} has no hooks`);
  const byEvent: Record<string, Json[]> = {};
  for (const event of Object.keys(hooks.events).filter(isHookEvent)) {
    const named = hooks.events[event];
    if (named === undefined || event === 'stop') continue;
    const { name: theirs, matcher } =
      typeof named === 'string' ? { name: named, matcher: undefined } : named;
    const command = `node "${folder}/start.mjs" hook ${agent} ${event}`;
    const element = hooks.element(command, HOOK_SECONDS[event], event, matcher);
    byEvent[theirs] = [...(byEvent[theirs] ?? []), element];
  }
  return byEvent;
}

/** The entry of the registry of MCP servers: npx starts what npm has. */
function registryEntry(version: string): object {
  const setting = (variable: string, description: string) => ({ name: variable, description });
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: DESCRIPTION.registryName,
    title,
    description: text,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: [
          setting(
            'VAULT_URL',
            'The address of a vault elsewhere; without it, one on this machine is used.',
          ),
          {
            ...setting('VAULT_BEARER_TOKEN', 'A token for the vault at VAULT_URL.'),
            isSecret: true,
          },
        ],
      },
    ],
  };
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The manifest of the package for Claude Desktop, which asks its user where the vault is and keeps the token in the keychain. */
export function desktopManifest(version: string): object {
  const program = 'node_modules/memory-vault/dist/cli.js';
  const asked = { type: 'string', required: false, default: '' };
  return {
    manifest_version: '0.3',
    display_name: title,
    ...aboutWhole(version),
    server: {
      type: 'node',
      entry_point: program,
      mcp_config: {
        command: 'node',
        args: [`${at('__dirname')}/${program}`, 'mcp'],
        env: {
          VAULT_URL: at('user_config.url'),
          VAULT_BEARER_TOKEN: at('user_config.token'),
        },
      },
    },
    tools_generated: true,
    compatibility: { runtimes: { node: '>=22' } },
    user_config: {
      url: {
        ...asked,
        title: 'Address of the vault',
        description: 'Such as https://vault.example. Empty: the vault of this machine.',
      },
      token: {
        ...asked,
        title: 'Token',
        description: 'For the vault at this address. Empty: that of memory-vault login.',
        sensitive: true,
      },
    },
  };
}
