// `npm run lab -- mcp`: tries the MCP server of the built service with the clients that others wrote, over HTTP and over standard
// input and output, and with the conformance suite. It needs python3 with venv, PyPI and the registry of npm.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { markdownTable } from '../tools/markdownTable.js';
import { environment, freePort, startProcess } from '../tools/server/serverProcess.js';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import type { CheckResult } from './mcp/checkResult.js';
import { inspectorClient } from './mcp/inspectorClient.js';
import { type Clients, installClients } from './mcp/installClients.js';
import type { Target, TriedClient } from './mcp/mcpClient.js';
import { pythonClient } from './mcp/pythonClient.js';
import { runConformance } from './mcp/runConformance.js';
import { savePrompt } from './mcp/savePrompt.js';
import { sdkClient } from './mcp/sdkClient.js';
import { tryClient } from './mcp/tryClient.js';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const ADMIN_KEY = 'the-key-of-a-vault-under-check';
const HEAD = ['client', 'transport', 'protocol', 'check', 'result', ''];

export const program = new Command()
  .description('Try the MCP server with the clients of others and the conformance suite.')
  .option('--report <file>', 'write the report to a file instead of standard output')
  .action(({ report }: { readonly report?: string }) =>
    untilInterrupted(async (signal) => {
      const results = await check(signal);
      const text = reportOf(results);
      if (report === undefined) console.log(text);
      else writeFileSync(report, text);
      const failed = results.filter(({ result }) => result === 'failed').length;
      console.error(`${failed} of ${results.length} checks failed`);
      if (failed > 0) process.exitCode = 1;
    }),
  );

/** Runs all checks against a service of its own on a new vault. */
async function check(signal: AbortSignal): Promise<readonly CheckResult[]> {
  const clients = await installClients(signal);
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-check-mcp-'));
  try {
    const port = String(await freePort());
    const vault = { directory: join(directory, 'vault'), adminKey: ADMIN_KEY };
    const settings = { VAULT_PORT: port, VAULT_RATE_LIMIT: '0' };
    const env = environment({ ...vault, settings });
    const ready = `http://127.0.0.1:${port}/readyz`;
    const server = await startProcess([CLI], { env, ready, signal });
    try {
      const url = `${server.url}/mcp`;
      const targets: readonly Target[] = [
        { transport: 'http', url },
        {
          transport: 'stdio',
          command: process.execPath,
          args: [CLI, 'mcp', '--no-start'],
          env: { VAULT_DATA_DIR: vault.directory, PATH: process.env.PATH ?? '' },
        },
      ];
      const results: CheckResult[] = [];
      for (const tried of targets.flatMap((target) => all(clients, target, directory, signal))) {
        console.error(`${tried.name}, ${tried.target.transport}, protocol ${tried.protocol}`);
        results.push(...(await tryClient(tried)));
        signal.throwIfAborted();
      }
      const output = join(directory, 'conformance');
      mkdirSync(output);
      console.error(clients.conformance.name);
      await savePrompt(server.url);
      return [...results, ...(await runConformance(clients.conformance, { url, output, signal }))];
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Every client in every way of using it with a target. */
function all(
  { python, inspector }: Clients,
  target: Target,
  home: string,
  signal: AbortSignal,
): readonly TriedClient[] {
  const sdk = ['legacy', '2026-07-28'].map((protocol) => ({
    name: 'TypeScript SDK',
    protocol,
    target,
    open: () => sdkClient(target, protocol),
  }));
  const pythons = python.flatMap(({ name, ...one }) =>
    ['legacy', 'auto'].map((mode) => ({
      name,
      protocol: mode,
      target,
      open: () => pythonClient({ ...one, mode, target, signal }),
    })),
  );
  const inspected = {
    name: inspector.name,
    protocol: 'its own choice',
    target,
    open: async () => inspectorClient({ ...inspector, home }, target, signal),
  };
  return [...sdk, ...pythons, inspected];
}

function reportOf(results: readonly CheckResult[]): string {
  const count = (result: CheckResult['result']) =>
    results.filter((one) => one.result === result).length;
  const rows = results.map(({ client, transport, protocol, check, result, detail }) => [
    client,
    transport,
    protocol,
    check,
    { passed: '✓', failed: '**failed**', differs: 'differs' }[result],
    oneLine(detail),
  ]);
  return `# Clients of the Model Context Protocol

${count('passed')} checks passed, ${count('failed')} failed, and ${count('differs')} scenarios of the conformance suite differ by design: the last column
says why. \`legacy\` is a protocol of 2025 with its handshake; \`auto\` is the newest that client and server know.

${markdownTable(HEAD, rows)}
`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
