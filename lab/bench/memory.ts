import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { client } from '../../tools/client.js';
import { readNotes } from '../../tools/notes/readNotes.js';
import { progressBar } from '../../tools/progressBar.js';
import { residentIn } from '../../tools/residentMemory.js';
import { inTemporaryVault } from '../../tools/server/inTemporaryVault.js';
import { digits, table } from '../../tools/table.js';
import { untilInterrupted } from '../../tools/untilInterrupted.js';
import { saveBodies } from './data/saveBodies.js';
import { inTurn } from './load/inTurn.js';
import { type Load, type Measured, measure } from './load/measure.js';
import { machine } from './machine.js';
import { fillVault } from './search/fillVault.js';
import { noteMaker } from './search/noteMaker.js';
import { searchQueries } from './search/searchQueries.js';

const FIXTURE = fileURLToPath(new URL('../../test/fixtures/notes.ndjson', import.meta.url));
const SAVES = 16_000;
const SEARCHES = 2000;
const SEARCHERS = 16;
/** Number of notes from which searches are made. */
const SAMPLE = 1000;
const HEALTH_SECONDS = 5;

interface Options {
  readonly size: number;
  readonly idle: number;
  readonly savers: number;
}

export const program = new Command()
  .description(
    'Fill a vault, start it, save and search, and let it rest: show its memory and its threads after each, and how long ' +
      'a request waits that reads nothing while the service searches, rebuilds and verifies. Linux only.',
  )
  .argument(
    '[file]',
    'NDJSON file of notes to take sentences from (default: VAULT_NOTES, else test notes)',
    process.env.VAULT_NOTES || FIXTURE,
  )
  .option('--size <number>', 'notes in the vault at its start', wholeNumber, 16_000)
  .option('--idle <seconds>', 'how long it rests', wholeNumber, 120)
  .option('--savers <number>', 'connections that save', wholeNumber, 16)
  .action((file: string, options: Options) =>
    untilInterrupted((signal) => bench(file, options, signal)),
  );

async function bench(file: string, options: Options, signal: AbortSignal): Promise<void> {
  const { size, idle, savers } = options;
  console.log(`${machine()}\n`);
  const noteAt = noteMaker(readNotes(file), size);
  const notes = Array.from({ length: Math.min(size, SAMPLE) }, (_, i) => noteAt(i));
  const paths = searchQueries(notes).flatMap((searches) => searches.paths);
  await inTemporaryVault(async ({ start, options: { directory, adminKey } }) => {
    await fillVault({ directory, size, noteAt, progress: progressBar(size), signal });
    const { url, pid } = await start();
    const use = [['ready', ...memoryOf(pid), '', '', '']];
    const add = (what: string, { perSecond, p50, p99, failed }: Measured) =>
      use.push([
        what,
        ...memoryOf(pid),
        ...[perSecond, p50, p99].map(digits),
        ...(failed > 0 ? [`${failed} failed`] : []),
      ]);
    const common = { url, signal, seconds: 600 };
    const body = saveBodies(noteAt);
    const save = () => ({ path: '/api/v1/observations', body: body() });
    const saves = { ...common, method: 'POST', connections: savers, next: save } as const;
    add(`${SAVES} saves at ${savers}`, await measure({ ...saves, amount: SAVES }));
    const search = inTurn(paths.map((path) => ({ path })));
    const searches: Load = { ...common, connections: SEARCHERS, next: search };
    add(`${SEARCHES} searches at ${SEARCHERS}`, await measure({ ...searches, amount: SEARCHES }));
    await sleep(idle * 1000, undefined, { signal });
    use.push([`${idle} s later`, ...memoryOf(pid), '', '', '']);
    console.log(
      table(['after', 'MB', 'anonymous', 'threads', 'per second', 'p50 ms', 'p99 ms'], use),
    );

    const { vault } = client({ url, adminKey, signal });
    const health = () =>
      measure({
        ...common,
        connections: 1,
        seconds: HEALTH_SECONDS,
        next: () => ({ path: '/healthz' }),
      });
    const waits: string[][] = [];
    const beside = async (what: string, work: () => Promise<unknown>) => {
      const working = work();
      const { p50, p99, times } = await health();
      waits.push([what, ...[p50, p99, times.at(-1) ?? Number.NaN].map(digits), memoryOf(pid)[0]]);
      await working;
    };
    await beside('nothing', async () => {});
    await beside(`searches at 4`, () =>
      measure({ ...searches, connections: 4, seconds: HEALTH_SECONDS }),
    );
    const wait = { params: { query: { wait: '1' } } } as const;
    await beside('a rebuild', () => vault.POST('/admin/projections/rebuild', wait));
    await beside('a verify', () => vault.POST('/admin/log/verify', wait));
    console.log(`\n${table(['/healthz beside', 'p50 ms', 'p99 ms', 'longest', 'MB'], waits)}`);
  }, signal);
}

/** The resident memory of a process and the anonymous part of it, in MB, and how many threads it has. */
function memoryOf(pid: number): [string, string, string] {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
  const megabytes = (bytes: number) => String(Math.round(bytes / 1e6));
  const anonymous = number('RssAnon') * 1024;
  return [megabytes(residentIn(status)), megabytes(anonymous), String(number('Threads'))];
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a whole number.');
}
