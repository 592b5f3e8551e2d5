import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { digits } from '../../tools/table.js';
import { HIVE_KEY, OPERATION_GROUPS, type Operation } from './hostile/operations.js';
import { machine } from './machine.js';
import { type MeasuredServer, startVault } from './server/measuredServer.js';

const ADMIN_KEY = 'the-admin-key-of-the-measured-vault';
/** Holds that are shorter come from collecting garbage or from other work of the machine. */
const SETTLE_MS = 100;
/** Long enough that the service notices work that goes on after its answer. */
const AFTER_MS = 150;

export const program = new Command()
  .description(
    'Send requests that were made to be slow to a vault of its own, each in two sizes, and show the time to the answer and the ' +
      'longest time for which the event loop of the service was held: as a clock sees it, and in CPU time, which other work ' +
      'of the machine does not change.',
  )
  .argument('[pattern]', 'only operations whose names match it', '')
  .action(bench);

async function bench(pattern: string): Promise<void> {
  const picked = new RegExp(pattern);
  const directory = mkdtempSync(join(tmpdir(), 'vault-hostile-'));
  const vault = await startVault({
    directory,
    adminKey: ADMIN_KEY,
    settings: { VAULT_HIVE_INGEST_KEY: HIVE_KEY, VAULT_CREDENTIAL_LIMIT: '0' },
  });
  console.log(machine());
  try {
    for (const { name, sizes, operations } of OPERATION_GROUPS) {
      const [n, most] = sizes.map((size) => `${Math.round(size / 1024)} KiB`);
      printRow([`\n${name}, ms`, 'answer', `${n}`, `${most}`, 'factor', 'held', 'CPU']);
      for (const operation of operations.filter((one) => picked.test(one.name))) {
        const small = await measure(vault, operation, sizes[0]);
        const large = await measure(vault, operation, sizes[1]);
        const times = [small.ms, large.ms, large.ms / small.ms, large.worst, large.held];
        printRow([operation.name, large.status, ...times.map(digits)]);
      }
    }
  } finally {
    await vault.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** At once: a run takes minutes. */
function printRow([name = '', ...values]: readonly string[]): void {
  console.log(`${name.padEnd(42)}${values.map((value) => value.padStart(10)).join('')}`);
}

/** Sends an operation twice, so that compiling does not count, and measures the second time. */
async function measure(vault: MeasuredServer, operation: Operation, size: number) {
  await send(vault.url, operation, Math.min(size, 100_000));
  await sleep(SETTLE_MS);
  await vault.sample();
  const start = performance.now();
  const status = await send(vault.url, operation, size);
  const ms = performance.now() - start;
  await sleep(AFTER_MS);
  const { worst, held } = await vault.sample();
  return { status, ms, worst, held };
}

/** Resolves with the status once the answer has arrived, or with the code of the error. */
function send(url: string, { method, head, body }: Operation, size: number): Promise<string> {
  const { path = '/api/v1/observations', headers } = head?.(size) ?? {};
  const bytes = body?.(size);
  return new Promise((resolve) => {
    const sent = request(
      new URL(path, url),
      {
        method,
        headers: {
          'x-admin-key': ADMIN_KEY,
          ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
          ...headers,
        },
      },
      (answer) => {
        answer.resume();
        answer.once('close', () => resolve(String(answer.statusCode)));
      },
    );
    sent.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    sent.end(bytes);
  });
}
