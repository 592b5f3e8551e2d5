import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { McpClient, Target } from './mcpClient.js';

/** The client of the official TypeScript SDK. `protocol` is `legacy` (a handshake, as in 2025), or a version from 2026 on. */
export async function sdkClient(target: Target, protocol: string): Promise<McpClient> {
  const mode = protocol === 'legacy' ? protocol : { pin: protocol };
  const client = new Client({ name: 'interop', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transportTo(target));
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async callTool(name, args) {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
      if (isError) throw new Error(text);
      return text;
    },
    async readResource(uri) {
      const { contents } = await client.readResource({ uri });
      return contents.map((one) => ('text' in one ? one.text : '')).join('\n');
    },
    async getPrompt(name, args) {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return messages
        .map(({ content }) => (content.type === 'text' ? content.text : ''))
        .join('\n');
    },
    close: () => client.close(),
  };
}

function transportTo(target: Target) {
  if (target.transport === 'http') return new StreamableHTTPClientTransport(new URL(target.url));
  const { command, args, env } = target;
  return new StdioClientTransport({ command, args: [...args], env, stderr: 'pipe' });
}
