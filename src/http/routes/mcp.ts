import { z } from 'zod';
import { type ChosenProject, PROJECT_SOURCES } from '../../connect/chosenProject.js';
import { Name } from '../../domain/fields.js';
import { Rejection } from '../../domain/rejection.js';
import { meantProject, repositoryIn } from '../door/repositories.js';
import { namingTeam } from '../door/walls.js';
import { fetchIn, type RouteFinder, routeFinder } from '../inProcess.js';
import type { Metrics } from '../metrics/metrics.js';
import { type Route, route } from '../route.js';

/** Members that JSON-RPC does not know are left out: the protocol's library refuses a message for them. */
const Message = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int()]).optional(),
    method: z.string().min(1),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage' });

const McpAnswer = z.looseObject({ jsonrpc: z.literal('2.0') }).meta({ id: 'McpAnswer' });

/** Headers that say who is calling, and from which repository. */
const OF_CALLER = ['authorization', 'x-admin-key', 'x-session-token', 'x-vault-repository'];

/** Serves the tools, resources and prompts of the vault. What they ask for, `routes` answer. */
export function mcpRoute(routes: () => readonly Route[], { countRequest }: Metrics): Route {
  let find: RouteFinder | undefined;
  return route({
    method: 'POST',
    path: '/mcp',
    operationId: 'callMcp',
    tag: 'service',
    summary: 'Model Context Protocol',
    description:
      'For agents: the tools, resources and prompts of the vault over streamable HTTP, of protocol 2026-07-28 and those of ' +
      '2025, without sessions. `X-Vault-Project` names the project, percent-encoded; without it, a tool works on all ' +
      'projects or asks for one. `X-Vault-Repository` tells it from others of its name. Refusals of the protocol are errors of JSON-RPC.',
    body: Message,
    example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    // What its tools do, the routes that they call ask for.
    scope: 'read',
    withoutKey: true,
    withoutCookie: true,
    answers: {
      200: {
        description: 'The answer.',
        content: McpAnswer,
        example: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
      },
      202: { description: 'A notification was taken.' },
    },
    async handle({ vault, upkeep, access, body, caller, sees, request, reply }) {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      // The answer is JSON in any case.
      headers.set('accept', 'application/json, text/event-stream');
      const ofCaller = OF_CALLER.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      const named = projectIn(headers);
      const repository = repositoryIn(request);
      // Nothing is bound: what a tool writes does that.
      const team = namingTeam(caller, vault.config);
      const naming = { vault, sees, team, binds: undefined };
      const project = named && {
        ...named,
        project: await meantProject(named.project, repository, naming),
        repository,
      };
      // All are loaded by the first call: a service without agents needs none of them.
      const { vaultWithin } = await import('../../mcp/tool.js');
      find ??= routeFinder(routes());
      const within = fetchIn({ vault, upkeep, access }, find, {
        id: request.id,
        log: request.log,
        countRequest,
      });
      const client = vaultWithin(within, Object.fromEntries(ofCaller));
      const { hookContext } = await import('../../mcp/hookContext.js');
      const ofHook = await hookContext(body, { vault: client, project });
      if (ofHook !== undefined) return ofHook;
      const { answerHttp } = await import('../../mcp/answerHttp.js');
      const asked = new Request('http://localhost/mcp', { method: 'POST', headers });
      const response = await answerHttp(asked, body, { vault: client, project });
      reply.code(response.status);
      for (const [name, value] of response.headers) reply.header(name, value);
      return (await response.text()) || undefined;
    },
  });
}

/** The project that the headers name. */
function projectIn(headers: Headers): ChosenProject | undefined {
  const given = headers.get('x-vault-project');
  if (given === null) return undefined;
  const project = Name.safeParse(decoded(given));
  if (!project.success) {
    throw new Rejection(
      'invalid_parameter',
      'X-Vault-Project: must be a name of 1 to 200 characters, percent-encoded as in a URL',
    );
  }
  const said = headers.get('x-vault-project-source');
  const source = PROJECT_SOURCES.find((one) => one === said) ?? 'header';
  return { project: project.data, source };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
