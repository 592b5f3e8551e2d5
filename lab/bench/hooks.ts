import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { BUDGET_MS } from '../../src/hook/agentProtocol.js';
import { coldStarts } from './coldStarts.js';
import { machine } from './machine.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

const INPUT = {
  hook_event_name: 'x',
  source: 'startup',
  prompt: 'Mend the till of the shop.',
  last_assistant_message: '## Key learnings\n- The till rounds down to whole cents',
  summary: 'The till is mended.',
};

export const program = new Command()
  .description('Time each hook of an agent, beside a vault that is up, down, hanging or broken.')
  .option('--runs <number>', 'runs of each', Number, 20)
  .option(
    '--cold <number>',
    'session starts that find no service, for which the model gets what it gets',
    Number,
    0,
  )
  .option('--load <number>', 'busy processes beside these', Number, 6)
  .option('--dist <folder>', 'another build, for these', DIST)
  .action(async ({ runs, cold, load, dist }: Options) => {
    if (cold > 0) await coldStarts(dist, cold, load);
    else await bench(runs);
  });

interface Options {
  readonly runs: number;
  readonly cold: number;
  readonly load: number;
  readonly dist: string;
}

/** Prints the median and the slowest but one in a hundred, from start to end of the process, in milliseconds. */
async function bench(runs: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-hooks-'));
  const project = join(folder, 'shop');
  mkdirSync(project);
  const data = join(folder, 'data');
  const service = await startService(data);
  const broken = createServer((_request, response) => response.writeHead(500).end('{}'));
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const { port } = broken.address() as AddressInfo;
  const own = { HOME: folder, VAULT_DATA_DIR: data };
  const states = {
    up: own,
    down: { ...own, VAULT_URL: 'http://127.0.0.1:1' },
    'answers 500': { ...own, VAULT_URL: `http://127.0.0.1:${port}` },
    hanging: own,
  };
  let session = 0;
  try {
    console.log(`${machine()}\n${runs} runs of each: p50 / p99 in ms\n`);
    const bare = await timesOf(runs, () => timed(['-e', '0'], '', own, project));
    console.log(`node -e 0: ${said(bare)}\n`);
    console.log(`| hook | budget | ${Object.keys(states).join(' | ')} |`);
    console.log(`| --- | --- |${' --- |'.repeat(Object.keys(states).length)}`);
    for (const [event, budget] of Object.entries(BUDGET_MS)) {
      const cells: string[] = [];
      for (const [state, env] of Object.entries(states)) {
        if (state === 'hanging') service.kill('SIGSTOP');
        const times = await timesOf(runs, () => {
          session += 1;
          const input = JSON.stringify({ ...INPUT, session_id: `s${session}`, cwd: project });
          const args = [join(DIST, 'hook.cjs'), 'claude-code', event, '--passive'];
          return timed(args, input, env, project);
        });
        service.kill('SIGCONT');
        cells.push(said(times));
      }
      console.log(`| ${event} | ${budget} | ${cells.join(' | ')} |`);
    }
  } finally {
    service.kill('SIGKILL');
    broken.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startService(data: string) {
  const env = { PATH: process.env.PATH, VAULT_DATA_DIR: data, VAULT_PORT: '0' };
  const child = spawn(process.execPath, [join(DIST, 'cli.js'), 'serve'], { env });
  await new Promise<void>((resolve, reject) => {
    const read = (text: Buffer) => void (text.includes('listens on') && resolve());
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  return child;
}

async function timesOf(runs: number, run: () => Promise<number>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < runs; i += 1) times.push(await run());
  return times.sort((a, b) => a - b);
}

/** From start to end of a process, in milliseconds. Rejects when it fails. */
function timed(
  args: readonly string[],
  input: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<number> {
  const start = performance.now();
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore'];
  const child = spawn(process.execPath, args, { cwd, env, stdio });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve(performance.now() - start);
      else reject(new Error(`a hook ended with ${code}`));
    });
  });
}

function said(times: readonly number[]): string {
  const parts = [0.5, 0.99].map((part) => times[Math.ceil(part * times.length) - 1]?.toFixed(0));
  return parts.join(' / ');
}
