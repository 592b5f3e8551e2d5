import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { mcpServer } from './mcpServer.js';
import { INVALID_PARAMS, readParams } from './readParams.js';
import type { Surroundings } from './tool.js';

/** What is read of a message before the library reads it. */
interface HttpMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: unknown;
}

/**
 * Answers one MCP message over HTTP, without any state between requests: of the protocol of 2026-07-28, or of one of
 * 2025. `body` is the parsed body. Whoever calls this has checked Host, Origin and credentials.
 */
export async function answerHttp(
  request: Request,
  body: unknown,
  surroundings: Surroundings,
): Promise<Response> {
  const { method = '', params, id = null } = Object(body) as HttpMessage;
  const read = readParams(method, params);
  if ('problem' in read) {
    const error = { code: INVALID_PARAMS, message: read.problem };
    return Response.json({ jsonrpc: '2.0', id, error });
  }
  const parsedBody = params === undefined ? body : { ...Object(body), params: read.params };
  const make = () => mcpServer(surroundings);
  if (!(await isLegacyRequest(request, body))) {
    return createMcpHandler(make, { legacy: 'reject' }).fetch(request, { parsedBody });
  }
  const server = make();
  // JSON rather than the SDK's default, a stream of one event.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}
