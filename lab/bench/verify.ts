import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { contentHash } from '../../src/domain/hash.js';
import { ulids } from '../../src/domain/ids.js';
import type { EventLog, NewEvent } from '../../src/log/eventLog.js';
import { openSqliteEventLog } from '../../src/log/sqlite/sqliteEventLog.js';
import { signCheckpoint } from '../../src/maintenance/checkpoints.js';
import { verify } from '../../src/maintenance/verify.js';
import type { Redacted } from '../../src/privacy/privacyFilter.js';
import { logTree } from '../../src/proof/merkleTree.js';
import { digits, table } from '../../tools/table.js';
import { machine } from './machine.js';

const BATCH = 256;

export const program = new Command()
  .description('Time writing, verifying and signing a log, and proofs from it.')
  .argument('[events]', 'number of events', Number, 200_000)
  .action(bench);
async function bench(events: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-bench-'));
  const logFile = join(directory, 'log.db');
  const log = openSqliteEventLog(logFile);
  const rows: string[][] = [];
  const measure = async (what: string, work: () => Promise<unknown> | unknown, count = events) => {
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    await work();
    const [wall, { user, system }] = [performance.now() - start, process.cpuUsage(cpu)];
    const busy = (user + system) / 1000;
    rows.push([what, digits(wall), digits(busy), digits((count * 1000) / busy)]);
  };
  try {
    await measure(`append, ${BATCH} events at a time`, () => fill(log, events));
    await measure('verify', () => verify({ logFile }));
    await measure('sign a checkpoint', () => signCheckpoint(directory));
    const tree = logTree(({ from, to }) => log.readLeaves(from, to - from));
    await measure('the first proof', () => tree.inclusion(0, events));
    await measure('a proof of inclusion', () => tree.inclusion(events >> 1, events), 1);
    await measure('a proof of consistency', () => tree.consistency(events >> 1, events - 1), 1);
    console.log(`${machine()}\n\n${events} events\n`);
    console.log(table(['', 'ms', 'ms of CPU', 'per second of CPU'], rows));
  } finally {
    await log.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function fill(log: EventLog, events: number): Promise<void> {
  const ids = ulids();
  const session_id = ids(1);
  const save = (n: number): NewEvent => {
    const at = 1_795_167_000_000 + n;
    const id = ids(at);
    const said = {
      type: 'decision' as const,
      title: `Retry card payments with an idempotency key (${n})` as Redacted,
      content: `${n}: ${'the gateway times out after it has charged; '.repeat(8)}` as Redacted,
      project: 'bench' as Redacted,
    };
    const data = {
      id,
      session_id,
      ...said,
      tags: [],
      content_hash: contentHash(said),
      redactions: [],
    };
    const meta = { actor: 'anonymous', request_id: `req-${n}` };
    const stream = `observation/${id}`;
    return { type: 'observation.saved', id: ids(at), stream, version: 1, at, meta, data };
  };
  for (let n = 0; n < events; n += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, events - n) }, (_, i) => save(n + i));
    await log.appendNext(async () => ({ events: batch, answers: [], deduplicated: 0 }));
  }
}
