import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { mcpServer } from './mcpServer.js';
import type { Surroundings } from './surroundings.js';

/**
 * Answers one MCP message over HTTP, without any state between requests: of the protocol of 2026-07-28, or of one of
 * 2025. `body` is the parsed body. Whoever calls this has checked Host, Origin and credentials.
 */
export async function answerHttp(
  request: Request,
  body: unknown,
  surroundings: Surroundings,
): Promise<Response> {
  const make = () => mcpServer(surroundings);
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
