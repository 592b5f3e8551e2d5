import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { VERSION } from '../config/version.js';
import { ALL_TOOLS } from './allTools.js';
import { failureResult, resultOf } from './answer.js';
import { INSTRUCTIONS } from './instructions.js';
import type { Surroundings } from './surroundings.js';
import { call, definitionOf } from './tool.js';

/**
 * An MCP server for one connection, or one request. Built on the SDK's lower level: the definitions are made once for all
 * requests, and what is wrong with an input is said as everything else that is wrong.
 */
export function mcpServer(surroundings: Surroundings): Server {
  const server = new Server(
    { name: 'memory-vault', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({ tools: DEFINITIONS }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given } }) => {
    const named = ALL_TOOLS.find((one) => one.name === name);
    if (!named) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${name}`);
    }
    try {
      return resultOf(await call(named, given, surroundings));
    } catch (error) {
      return failureResult(error);
    }
  });
  return server;
}

const DEFINITIONS = ALL_TOOLS.map(definitionOf);
