import { randomUUID } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { createClient } from 'memory-vault-client';
import { chosenProject } from '../connect/chosenProject.js';
import { readClientSettings } from '../connect/clientSettings.js';
import { sendTo } from '../connect/fetchAsLocalhost.js';
import { workingFolder } from '../connect/folderAt.js';
import { findOrStartService } from '../connect/startService.js';
import { LineTransport } from '../mcp/lineTransport.js';
import { mcpServer } from '../mcp/mcpServer.js';
import { sendFound } from '../mcp/sendFound.js';
import { examplesText } from './terminal/examplesText.js';

export function mcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('offer the vault to an agent as an MCP server, over standard input and output')
    .option('--no-start', 'use only a service that is running already')
    .addHelpText('after', examplesText(['mcp --no-start']))
    .action(serve);
}

function serve({ start }: { readonly start: boolean }): void {
  const settings = readClientSettings(process.env);
  const { token } = settings;
  const vault = createClient({
    // Of no host: `sendFound` puts in the service that it finds.
    url: 'http://vault.invalid',
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    // A lost connection is worth another look for the service. An agent waits for each answer.
    retry: { attempts: 2, withinMs: 2000 },
    fetch: sendFound(async () => {
      const found = await findOrStartService(settings, { start });
      return { url: found.url, send: sendTo(found) };
    }),
  });
  const { env } = process;
  const projectOfRoots = (roots: readonly string[]) =>
    chosenProject(workingFolder(env), env, roots);
  const surroundings = {
    vault,
    project: projectOfRoots([]),
    projectOfRoots,
    // Where the agent does not tell, this process is its session.
    clientRef: process.env.CLAUDE_CODE_SESSION_ID?.trim() || randomUUID(),
    reached: new Map(),
  };
  serveStdio(() => mcpServer(surroundings), {
    transport: new LineTransport(process.stdin, process.stdout),
    // Standard output belongs to the protocol.
    onerror: ({ message }) => console.error(`memory-vault: ${message}`),
  });
}
