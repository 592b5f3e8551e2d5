import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createClient } from 'memory-vault-client';
import { mcpServer } from './mcpServer.js';
import type { Surroundings } from './surroundings.js';

/** Who asks over HTTP, and the vault that answers. */
export interface HttpCaller extends Pick<Surroundings, 'project'> {
  /** Asks the REST API. */
  readonly fetch: (asked: Request) => Promise<Response>;
  /** Of every such request: the credentials of the caller. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers one MCP message over HTTP, without any state between requests: of the protocol of 2026-07-28, or of one of
 * 2025. `body` is the parsed body. Whoever calls this has checked Host, Origin and credentials.
 */
export async function answerHttp(
  request: Request,
  body: unknown,
  { fetch, headers, project }: HttpCaller,
): Promise<Response> {
  const vault = createClient({ url: 'http://localhost', headers, fetch, retry: { attempts: 1 } });
  const make = () => mcpServer({ vault, project });
  if (!(await isLegacyRequest(request, body))) {
    return createMcpHandler(make, { legacy: 'reject' }).fetch(request, { parsedBody: body });
  }
  const server = make();
  // JSON rather than the SDK's default, a stream of one event.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
