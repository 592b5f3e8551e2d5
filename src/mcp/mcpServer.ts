import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { VERSION } from '../config/version.js';
import type { ChosenProject } from '../connect/chosenProject.js';
import { ALL_TOOLS } from './allTools.js';
import { failureResult, failureText, resultOf } from './answer.js';
import { clientRoots } from './clientRoots.js';
import { failureOf } from './failure.js';
import { INSTRUCTIONS } from './instructions.js';
import { getPrompt, listPrompts } from './prompts.js';
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.js';
import type { Surroundings } from './surroundings.js';
import { call, definitionOf } from './tool.js';

/** What a connection gives its server. */
export interface Connected extends Surroundings {
  /** The project where the client says which folders it has open; not set where nobody reads folders of the client. */
  readonly projectOfRoots?: (roots: readonly string[]) => ChosenProject | undefined;
}

/**
 * An MCP server for one connection, or one request. Built on the SDK's lower level: the definitions are made once for all
 * requests, and what is wrong with an input is said as everything else that is wrong.
 */
export function mcpServer({ projectOfRoots, ...given }: Connected): Server {
  const server = new Server(
    { name: 'memory-vault', version: VERSION },
    { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  const roots = projectOfRoots && clientRoots(server);
  /** The client says its name and its folders after it has connected. */
  const surroundings = async (): Promise<Surroundings> => ({
    ...given,
    ...(roots && { project: projectOfRoots(await roots()) }),
    agent: server.getClientVersion()?.name,
  });

  server.setRequestHandler('tools/list', () => ({ tools: DEFINITIONS }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: input } }) => {
    const named = ALL_TOOLS.find((one) => one.name === name);
    if (!named) throw noSuchTool();
    try {
      return resultOf(await call(named, input, await surroundings()));
    } catch (error) {
      return failureResult(error);
    }
  });
  server.setRequestHandler('prompts/list', async () => ({ prompts: await listPrompts(given) }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: input } }) =>
    orProtocolError(getPrompt(given, name, input ?? {})),
  );
  server.setRequestHandler('resources/list', async () => ({
    resources: await listResources(await surroundings()),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    orProtocolError(readResource(given, uri)),
  );
  return server;
}

const DEFINITIONS = ALL_TOOLS.map(definitionOf);

const noSuchTool = () =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `there is no such tool, only ${ALL_TOOLS.map(({ name }) => name).join(', ')}`,
  );

/** Tools have results that are errors; everything else fails as a whole. */
async function orProtocolError<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const { code } = failureOf(error);
    const isOfCaller = code === 'not_found' || code === 'too_long';
    throw new ProtocolError(
      isOfCaller ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
      failureText(error),
    );
  }
}
