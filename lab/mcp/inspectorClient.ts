import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { McpClient, Target } from './mcpClient.js';

const Content = z.object({ text: z.string().optional() });
const Tools = z.object({ tools: z.array(z.object({ name: z.string() })) });
const Called = z.object({ content: z.array(Content), isError: z.boolean().optional() });
const Read = z.object({ contents: z.array(Content) });
const Prompt = z.object({ messages: z.array(z.object({ content: Content })) });

const textOf = (contents: readonly z.infer<typeof Content>[]) =>
  contents.map(({ text = '' }) => text).join('\n');

/** The command line of MCP Inspector: each request is a process that connects, asks and ends. */
export function inspectorClient(
  inspector: { readonly node: string; readonly program: string; readonly home: string },
  target: Target,
  signal: AbortSignal,
): McpClient {
  const ask = async (method: string, ...more: readonly string[]): Promise<unknown> => {
    const args = [inspector.program, '--cli', ...argsOf(target), '--method', method, ...more];
    const env = { ...process.env, HOME: inspector.home };
    const { stdout } = await promisify(execFile)(inspector.node, args, { env, signal });
    return JSON.parse(stdout);
  };
  const pairs = (args: Readonly<Record<string, string | readonly string[]>>) =>
    Object.entries(args).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
  return {
    listTools: async () => Tools.parse(await ask('tools/list')).tools.map(({ name }) => name),
    async callTool(name, args) {
      const called = await ask('tools/call', '--tool-name', name, '--tool-arg', ...pairs(args));
      const { content, isError } = Called.parse(called);
      if (isError) throw new Error(textOf(content));
      return textOf(content);
    },
    async readResource(uri) {
      return textOf(Read.parse(await ask('resources/read', '--uri', uri)).contents);
    },
    async getPrompt(name, args) {
      const got = await ask('prompts/get', '--prompt-name', name, '--prompt-args', ...pairs(args));
      return textOf(Prompt.parse(got).messages.map(({ content }) => content));
    },
    close: async () => {},
  };
}

function argsOf(target: Target): readonly string[] {
  if (target.transport === 'http') return [target.url, '--transport', 'http'];
  const env = Object.entries(target.env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  return [target.command, ...target.args, ...env];
}
