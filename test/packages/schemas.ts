import { z } from 'zod';
import { isAgent, isHookEvent } from '../../src/hook/agentProtocol.js';

/*
 * What the programs take, written from their specifications (read 2026-11-29). Closed: a program may refuse a field that it does not know.
 */

const Name = z.string().regex(/^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/);
const Version = z.string().regex(/^\d+\.\d+\.\d+$/);
/** A path in the package, which must not lead out of it. */
const Inside = z.string().regex(/^\.\/(?!.*\.\.)/);
const About = z.strictObject({
  name: Name,
  version: Version,
  description: z.string().min(1),
  author: z.strictObject({ name: z.string().min(1) }),
  license: z.literal('MIT'),
  keywords: z.array(z.string()),
});

/** A hook of ours: it starts with the variable of its program, and never runs anything from the network. */
const command = (agent: string, folder: string) =>
  z.string().refine((line) => {
    const start = `node "${folder}/start.mjs" hook ${agent} `;
    return isAgent(agent) && line.startsWith(start) && isHookEvent(line.slice(start.length));
  });

const server = (folder: string) =>
  z.object({
    command: z.literal('node'),
    args: z.tuple([z.literal(`${folder}/start.mjs`), z.literal('mcp')]),
  });

/** Hooks in groups, as Claude Code writes them, Codex and Gemini CLI after it. */
const grouped = (agent: string, folder: string, events: readonly string[], longest: number) =>
  z.record(
    z.enum(events as [string, ...string[]]),
    z.array(
      z.strictObject({
        matcher: z.string().optional(),
        hooks: z.tuple([
          z.strictObject({
            type: z.literal('command'),
            name: z.string().optional(),
            command: command(agent, folder),
            timeout: z.number().min(1).max(longest),
          }),
        ]),
      }),
    ),
  );

const at = (variable: string) => `\${${variable}}`;

/** Schemas by the files that they are of. */
export const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  // https://agent-plugins.org, specification 1.0.0, sections 5 and 7: schemas/1.0.0 of agentplugins/agent-plugins-spec.
  'plugin.json': About.extend({
    $schema: z.literal('https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'),
  }),
  'mcp.json': z.strictObject({
    $schema: z.literal('https://agent-plugins.org/schemas/1.0.0/mcp.schema.json'),
    mcpServers: z.record(
      Name,
      server(`${at('PLUGIN_ROOT')}/plugin`)
        .extend({ type: z.literal('stdio') })
        .strict(),
    ),
  }),
  // https://code.claude.com/docs/en/plugins-reference and /plugin-marketplaces.
  'plugin/.claude-plugin/plugin.json': About.extend({
    mcpServers: z.record(
      Name,
      server(at('CLAUDE_PLUGIN_ROOT'))
        .extend({ alwaysLoad: z.literal(true) })
        .strict(),
    ),
    hooks: grouped(
      'claude-code',
      at('CLAUDE_PLUGIN_ROOT'),
      ['SessionStart', 'UserPromptSubmit', 'SessionEnd', 'PreToolUse', 'PostToolUseFailure'],
      600,
    ),
  }),
  '.claude-plugin/marketplace.json': z.strictObject({
    name: Name,
    owner: z.strictObject({ name: z.string() }),
    metadata: z.strictObject({ description: z.string() }),
    plugins: z.tuple([
      z.strictObject({ name: Name, source: Inside, description: z.string(), version: Version }),
    ]),
  }),
  // https://developers.openai.com/codex/plugins/build.
  'plugin/.codex-plugin/plugin.json': About.extend({
    skills: Inside,
    mcpServers: Inside,
    hooks: Inside,
    interface: z.strictObject({
      displayName: z.string(),
      shortDescription: z.string(),
      category: z.string(),
    }),
  }),
  '.agents/plugins/marketplace.json': z.strictObject({
    name: Name,
    interface: z.strictObject({ displayName: z.string() }),
    plugins: z.tuple([
      z.strictObject({
        name: Name,
        source: z.strictObject({ source: z.literal('local'), path: Inside }),
        policy: z.strictObject({
          installation: z.enum(['AVAILABLE', 'INSTALLED_BY_DEFAULT', 'NOT_AVAILABLE']),
          authentication: z.enum(['ON_INSTALL', 'ON_USE']),
        }),
        category: z.string(),
      }),
    ]),
  }),
  'plugin/codex/mcp.json': z.strictObject({
    mcpServers: z.record(
      Name,
      z.strictObject({
        command: z.literal('node'),
        args: z.tuple([z.literal('-e'), z.string(), z.literal('start.mjs'), z.literal('mcp')]),
        env_vars: z.array(z.string()),
      }),
    ),
  }),
  'plugin/codex/hooks.json': z.strictObject({
    hooks: grouped(
      'codex',
      at('PLUGIN_ROOT'),
      ['SessionStart', 'UserPromptSubmit', 'SessionEnd', 'PreToolUse', 'PostToolUse'],
      600,
    ),
  }),
  // https://cursor.com/docs/reference/plugins: schemas of cursor/plugins.
  'plugin/.cursor-plugin/plugin.json': About.extend({
    displayName: z.string(),
    mcpServers: z.record(Name, server(at('CURSOR_PLUGIN_ROOT')).strict()),
    hooks: z.strictObject({
      version: z.literal(1),
      hooks: z.record(
        z.enum([
          'sessionStart',
          'beforeSubmitPrompt',
          'sessionEnd',
          'postToolUse',
          'postToolUseFailure',
        ]),
        z.array(
          z.strictObject({
            command: command('cursor', at('CURSOR_PLUGIN_ROOT')),
            timeout: z.number(),
            matcher: z.string().optional(),
          }),
        ),
      ),
    }),
  }),
  '.cursor-plugin/marketplace.json': z.strictObject({
    name: Name,
    owner: z.strictObject({ name: z.string() }),
    metadata: z.strictObject({ description: z.string() }),
    plugins: z.tuple([
      z.strictObject({ name: Name, source: z.literal('plugin'), description: z.string() }),
    ]),
  }),
  // https://geminicli.com/docs/extensions/reference and /docs/hooks.
  'gemini-extension.json': z.strictObject({
    name: Name,
    version: Version,
    description: z.string(),
    mcpServers: z.record(Name, server(`${at('extensionPath')}/plugin`).strict()),
  }),
  'hooks/hooks.json': z.strictObject({
    hooks: grouped(
      'gemini',
      `${at('extensionPath')}/plugin`,
      ['SessionStart', 'BeforeAgent', 'AfterTool', 'SessionEnd'],
      60_000,
    ),
  }),
  // https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json.
  'server.json': z.strictObject({
    $schema: z.literal(
      'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ),
    name: z
      .string()
      .min(3)
      .max(200)
      .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
    title: z.string().max(100),
    description: z.string().min(1).max(100),
    version: Version,
    packages: z.tuple([
      z.strictObject({
        registryType: z.literal('npm'),
        identifier: Name,
        version: Version,
        runtimeHint: z.literal('npx'),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(
          z.strictObject({ type: z.literal('positional'), value: z.string() }),
        ),
        environmentVariables: z.array(
          z.strictObject({
            name: z.string().regex(/^VAULT_/),
            description: z.string(),
            isSecret: z.boolean().optional(),
          }),
        ),
      }),
    ]),
  }),
};
