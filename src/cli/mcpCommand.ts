import { randomUUID } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from 'memory-vault-client';
import { workingCopyOf } from '../checkout/workingCopy.js';
import { type ChosenProject, chosenProject } from '../connect/chosenProject.js';
import { readClientSettings } from '../connect/clientSettings.js';
import { sendTo } from '../connect/fetchService.js';
import { workingFolder } from '../connect/folderAt.js';
import { tokenFor } from '../connect/keptLogin.js';
import { findOrStartService } from '../connect/startService.js';
import { boundProject } from '../mcp/boundProject.js';
import { LineTransport } from '../mcp/lineTransport.js';
import { mcpServer } from '../mcp/mcpServer.js';
import { sendFound } from '../mcp/sendFound.js';
import { command } from './terminal/program.js';

export function mcpCommand(program: Command): void {
  command(program, 'mcp', {
    description: 'run the MCP server of the vault on standard input and output; an agent starts it',
    examples: ['mcp --no-start'],
  })
    .option('--no-start', 'do not start a service; use one that runs')
    .action(serve);
}

function serve({ start }: { readonly start: boolean }): void {
  const settings = readClientSettings(process.env);
  const vault = createClient({
    // Of no host: `sendFound` puts in the service that it finds.
    url: 'http://vault.invalid',
    // A lost connection is worth another look for the service. An agent waits for each answer.
    retry: { attempts: 2, withinMs: 2000 },
    fetch: sendFound(async () => {
      const found = await findOrStartService(settings, { start });
      const send = sendTo(found);
      return { url: found.url, send: (asked) => send(inPlace(withToken(asked, found.url))) };
    }),
  });
  /** Each time as it is then: a login may be new, or have ended. */
  function withToken(asked: Request, place: string): Request {
    const token = tokenFor(place, settings, process.env);
    if (token !== undefined) asked.headers.set('authorization', `Bearer ${token}`);
    return asked;
  }
  const { env } = process;
  const at = (project: ChosenProject | undefined) => ({
    project,
    workingCopy: workingCopyOf(project),
  });
  let around = chosenProject(workingFolder(env), env);
  const placeOf = async (roots: readonly string[]) => {
    around = chosenProject(workingFolder(env), env, roots);
    return at(around && (await boundProject(vault, around)));
  };
  /** What is written is of the repository around, if it is of a project of that name. */
  function inPlace(asked: Request): Request {
    const { repository } = around ?? {};
    if (repository !== undefined)
      asked.headers.set('x-vault-repository', encodeURIComponent(repository));
    return asked;
  }
  const session = env.CLAUDE_CODE_SESSION_ID?.trim() || undefined;
  const surroundings = {
    vault,
    ...at(around),
    placeOf,
    // Where the agent does not tell, this process is its session.
    clientRef: session ?? randomUUID(),
    reached: new Map(),
    record: { session, waiting: [], now: Date.now },
  };
  serveStdio(() => mcpServer(surroundings), {
    transport: new LineTransport(process.stdin, process.stdout),
    // Standard output belongs to the protocol.
    onerror: ({ message }) => console.error(`memory-vault: ${message}`),
  });
}
