import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { dataFiles } from '../../src/config/dataFiles.js';
import { client } from '../../tools/client.js';
import { readNotes } from '../../tools/notes/readNotes.js';
import { median } from '../../tools/percentile.js';
import { startServer } from '../../tools/server/serverProcess.js';
import { digits, table } from '../../tools/table.js';
import { untilInterrupted } from '../../tools/untilInterrupted.js';
import { dataSet } from './data/dataSet.js';
import { recombine } from './data/recombine.js';
import { saveBodies } from './data/saveBodies.js';
import { type Measured, measure } from './load/measure.js';
import { machine } from './machine.js';

const FIXTURE = fileURLToPath(new URL('../../test/fixtures/notes.ndjson', import.meta.url));
const CONNECTIONS = 16;
const ROUNDS = 7;
const SECONDS = 5;

/** What a session is told: once at its start, some twenty times at its actions. Its hooks say so in two requests. */
const TELLINGS = 11;
const NOTES = 3;
/** Saves between two of those requests: five notes a session. */
const SAVES = 5;
const SESSIONS = 20;
/** Requests that are looked at for their bytes. */
const RECORDS = 2_000;
const ALONE = { method: 'POST', connections: 1, seconds: 1 } as const;

export const program = new Command()
  .description('Time saves with and without the record of what agents are told, in turn.')
  .argument(
    '[file]',
    'NDJSON file of notes to take sentences from (default: VAULT_NOTES, else test notes)',
    process.env.VAULT_NOTES || FIXTURE,
  )
  .option('--size <number>', 'notes in the vault', Number, 100_000)
  .action((file: string, { size }) => untilInterrupted((signal) => bench(file, size, signal)));

async function bench(file: string, size: number, signal: AbortSignal): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'memory-vault-bench-'));
  const adminKey = randomBytes(16).toString('hex');
  try {
    console.log(`${machine()}\n${size} notes made from the sentences of ${basename(file)}\n`);
    const { directory } = await dataSet({ size, file, scratch, keep: undefined, signal });
    const inServer = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
      const server = await startServer({ directory, adminKey, signal });
      return work(server.url).finally(() => server.stop());
    };
    const told = await inServer(async (url) => {
      const { vault } = client({ url, adminKey, signal });
      const query = { limit: 100 };
      const { data } = await vault.GET('/api/v1/observations', { params: { query } });
      const ids = (Array.isArray(data) ? data : data.observations).map(({ id }) => id);
      const sessions: string[] = [];
      for (let n = 0; n < SESSIONS; n += 1) {
        const body = { project: 'bench' };
        sessions.push((await vault.POST('/api/v1/sessions', { body })).data.id);
      }
      const next = records(sessions, ids);
      await rounds(url, saves(file, sessions), next, signal);
      return next;
    });
    const before = sizesOf(directory);
    await inServer((url) => measure({ ...ALONE, url, amount: RECORDS, next: told, signal }));
    const after = sizesOf(directory);
    const per = (name: keyof typeof after) => [
      name,
      digits((after[name] - before[name]) / RECORDS),
      digits((after[name] - before[name]) / (RECORDS * TELLINGS)),
    ];
    console.log(
      table(['bytes', 'for a request', 'for a moment'], [per('log.db'), per('views.db')]),
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Measures saves alone and between records, in turn, and prints both. */
async function rounds(url: string, save: Next, told: Next, signal: AbortSignal): Promise<void> {
  let n = 0;
  const both: Next = () => {
    n += 1;
    return n % (SAVES + 1) === 0 ? told() : save();
  };
  const load = { url, method: 'POST', connections: CONNECTIONS, seconds: SECONDS, signal } as const;
  await measure({ ...load, next: both });
  const without: Measured[] = [];
  const during: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(await measure({ ...load, next: save }));
    during.push(await measure({ ...load, next: both }));
  }
  const failed = [...without, ...during].reduce((sum, one) => sum + one.failed, 0);
  if (failed > 0) throw new Error(`${failed} requests failed`);
  const share = SAVES / (SAVES + 1);
  const row = (what: string, one: (of: Measured) => number, other = one) => {
    const [alone, beside] = [median(without.map(one)), median(during.map(other))];
    return [what, digits(alone), digits(beside), digits(beside / alone)];
  };
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s at ${CONNECTIONS} connections, in turn: ${SAVES} saves, then what was told at ` +
      `${TELLINGS} moments, ${NOTES} notes each. Medians.\n`,
  );
  const rows = [
    row(
      'saves a second',
      ({ perSecond }) => perSecond,
      ({ perSecond }) => perSecond * share,
    ),
    row('p50 ms', ({ p50 }) => p50),
    row('p99 ms', ({ p99 }) => p99),
  ];
  console.log(`${table(['', 'without', 'with the record', 'ratio'], rows)}\n`);
}

type Next = () => { readonly path: string; readonly body: string };

function saves(file: string, sessions: readonly string[]): Next {
  const noteAt = recombine(readNotes(file));
  const bodyOf = saveBodies((i) => ({
    ...noteAt(i),
    session_id: sessions[i % sessions.length] ?? '',
  }));
  return () => ({ path: '/api/v1/observations', body: bodyOf() });
}

/** Bytes of the files of a vault that was closed. */
function sizesOf(dataDir: string) {
  const { log, views } = dataFiles({ dataDir });
  return { 'log.db': statSync(log).size, 'views.db': statSync(views).size };
}

/** Requests to record what was told in these sessions of these notes. */
function records(sessions: readonly string[], ids: readonly string[]): Next {
  let n = 0;
  return () => {
    n += 1;
    const told = Array.from({ length: TELLINGS }, (_, i) => ({
      moment: i === 0 ? 'start' : 'before_edit',
      notes: Array.from({ length: NOTES }, (_, j) => ({
        id: ids[(n + i * NOTES + j) % ids.length],
        revision: 1,
      })),
      tokens: 84,
    }));
    const session = sessions[n % sessions.length];
    return { path: `/api/v1/sessions/${session}/told`, body: JSON.stringify({ told }) };
  };
}
