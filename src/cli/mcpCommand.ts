import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { createClient } from 'memory-vault-client';
import { chosenProject } from '../connect/chosenProject.js';
import { readServiceFile } from '../connect/serviceFile.js';
import { mcpServer } from '../mcp/mcpServer.js';
import { sendFound } from '../mcp/sendFound.js';
import { fetchAsLocalhost } from './fetchAsLocalhost.js';

export function mcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('offer the vault to an agent as an MCP server, over standard input and output')
    .option('--no-start', 'use only a service that is running already')
    .action(serve);
}

function serve(): void {
  const { env } = process;
  const vault = createClient({
    url: 'http://localhost',
    retry: { attempts: 2, withinMs: 2000 },
    fetch: sendFound(async () => {
      const url = readServiceFile(env.VAULT_DATA_DIR ?? '')?.url;
      return url ?? `http://127.0.0.1:${env.VAULT_PORT ?? 7437}`;
    }, fetchAsLocalhost),
  });
  const project = chosenProject(process.cwd(), env);
  serveStdio(() => mcpServer({ vault, project, clientRef: env.CLAUDE_CODE_SESSION_ID }), {
    onerror: ({ message }) => console.error(`memory-vault: ${message}`),
  });
}
