import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { BUDGET_MS } from '../../src/hook/agentProtocol.js';
import { markdownTable } from '../../tools/markdownTable.js';
import { percentile } from '../../tools/percentile.js';
import { coldStarts } from './coldStarts.js';
import { type CallName, HOOK_CALLS } from './hookCalls.js';
import { type HookBench, withHooks } from './hookTimes.js';
import { machine } from './machine.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

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
    else await withHooks((hooks) => bench(hooks, runs));
  });

interface Options {
  readonly runs: number;
  readonly cold: number;
  readonly load: number;
  readonly dist: string;
}

/** Prints the median and the slowest but one in a hundred, from start to end of the process, in milliseconds, and what a model pays. */
async function bench({ hook, contextOf, bare, hold }: HookBench, runs: number): Promise<void> {
  const broken = createServer((_request, response) => response.writeHead(500).end('{}'));
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const { port } = broken.address() as AddressInfo;
  const states = {
    up: undefined,
    down: 'http://127.0.0.1:1',
    'answers 500': `http://127.0.0.1:${port}`,
    hanging: undefined,
  };
  try {
    console.log(`${machine()}\n${runs} runs of each: p50 / p99 in ms\n`);
    console.log(`node -e 0: ${await said(runs, bare)}\n`);
    const rows: string[][] = [];
    for (const call of Object.keys(HOOK_CALLS) as CallName[]) {
      const cells: string[] = [];
      for (const [state, url] of Object.entries(states)) {
        hold(state === 'hanging');
        cells.push(await said(runs, () => hook(call, url)));
        hold(false);
      }
      const tokens = countTokens(await contextOf(call));
      rows.push([call, `${BUDGET_MS[HOOK_CALLS[call].event]}`, ...cells, `${tokens}`]);
    }
    console.log(markdownTable(['hook', 'budget', ...Object.keys(states), 'tokens'], rows));
  } finally {
    broken.close();
  }
}

async function said(runs: number, run: () => Promise<number>): Promise<string> {
  const times: number[] = [];
  for (let i = 0; i < runs; i += 1) times.push(await run());
  times.sort((a, b) => a - b);
  return [50, 99].map((part) => percentile(times, part).toFixed(0)).join(' / ');
}
