import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';

/** The protocols that clients speak: those of 2025 begin with a handshake, that of 2026 has none. */
export const ERAS = ['2025-06-18', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

/** A client of the SDK for one era, connected until the test is over. */
export async function mcpClient(
  era: Era,
  transport: StreamableHTTPClientTransport | StdioClientTransport,
): Promise<Client> {
  const mode = era === '2026-07-28' ? { pin: era } : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** How to reach `POST /mcp` of a service. */
export function overHttp(port: number, headers: Readonly<Record<string, string>> = {}) {
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers },
  });
}

/** The text of a tool's answer. */
export function textOf({ content }: Pick<CallToolResult, 'content'>): string {
  return content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
}
