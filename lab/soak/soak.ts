import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../test/crash/seededRandom.js';
import { emptyLedger, type Ledger } from '../outside/ledger.js';
import { readAll } from '../outside/reads.js';
import { command, type Service, start } from '../outside/service.js';
import { wipedTextsIn } from '../outside/wipedTexts.js';
import { doChores } from './chores.js';
import { followLog } from './followLog.js';
import { type Sample, sample } from './sample.js';
import { isBad, type Minute, minutesTable, summary } from './soakReport.js';
import { sendTraffic, type Timed } from './traffic.js';

export interface SoakOptions {
  /** An existing directory for everything that is made. */
  readonly directory: string;
  readonly minutes: number;
  /** Requests per second. */
  readonly rate: number;
  readonly seed: number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The tables of a soak, and the invariants that did not hold. */
export interface Soaked {
  readonly text: string;
  readonly problems: readonly string[];
}

const SAMPLE_MS = 15_000;
const MINUTE_MS = 60_000;

/** Uses a service for some minutes in every way at once, watches what it needs, and then checks all that it promised. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const vault = join(options.directory, 'vault');
  const service = await start(vault);
  try {
    if (service.state !== 'ready') throw new Error(`it did not start: ${service.output()}`);
    return await soakService(service, vault, options);
  } finally {
    if (!service.hasEnded()) await service.stop('SIGKILL');
  }
}

async function soakService(
  service: Service,
  vault: string,
  { minutes, rate, seed, say, signal }: SoakOptions,
): Promise<Soaked> {
  const ledger = emptyLedger();
  const samples: Sample[] = [];
  const rows: Minute[] = [];
  let answers: Timed[] = [];
  const begun = performance.now();
  const until = begun + minutes * MINUTE_MS;
  const onAnswer = (timed: Timed) => void answers.push(timed);

  const over = new AbortController();
  const following = followLog(service.url, over.signal);
  async function watch(): Promise<void> {
    while (performance.now() < until && !signal.aborted) {
      const next = Math.min(SAMPLE_MS, until - performance.now());
      await sleep(next, undefined, { signal }).catch(() => {});
      const elapsed = performance.now() - begun;
      samples.push(await sample(service, vault, elapsed / 1000));
      if (Math.round(elapsed / SAMPLE_MS) % (MINUTE_MS / SAMPLE_MS) !== 0) continue;
      rows.push({ answers, sample: samples.at(-1), notes: ledger.notes.size });
      answers = [];
      say(`minute ${rows.length} of ${minutes}: ${ledger.notes.size} notes`);
    }
  }
  const load = { url: service.url, until, signal, onAnswer };
  await Promise.all([
    watch(),
    doChores({ ...load, directory: vault }),
    sendTraffic({ ...load, ledger, random: seededRandom(seed), rate }),
  ]);
  // What was still in progress at the end belongs to the last minute.
  const last = rows.at(-1)?.sample === samples.at(-1) ? rows.pop() : undefined;
  const rest = [...(last?.answers ?? []), ...answers];
  rows.push({ answers: rest, sample: samples.at(-1), notes: ledger.notes.size });
  signal.throwIfAborted();

  over.abort();
  const { events, hasGap } = await following;
  say(`the stream of events brought ${events}`);
  const bad = rows.flatMap((row) => row.answers).filter(isBad).length;
  const problems = [
    ...(bad > 0 ? [`${bad} requests were refused, failed or got no answer`] : []),
    ...(hasGap ? ['the stream of events had a gap'] : []),
    ...(await brokenPromises(service, vault, ledger)),
  ];
  return { text: `${minutesTable(rows)}\n\n${summary(rows, samples)}`, problems };
}

/** Checks everything after the load: on the running service, after it has stopped, and after a rebuild. */
async function brokenPromises(
  service: Service,
  directory: string,
  ledger: Ledger,
): Promise<readonly string[]> {
  const { lost, withheld, wrong } = await readAll(service.url, ledger);
  const code = await service.stop('SIGTERM');
  // What was pending at the stop is finished by it.
  const all = [...ledger.forgotten].map(([id, { title }]) => [id, { title, wiped: true }] as const);
  const texts = wipedTextsIn(directory, { ...ledger, forgotten: new Map(all) });
  const verified = await command(['verify'], directory);
  const rebuilt = await command(['rebuild'], directory);
  return [
    ...(lost > 0 ? [`${lost} acknowledged notes are lost`] : []),
    ...(withheld > 0 ? [`${withheld} reads were refused`] : []),
    ...[...wrong].map(([what, times]) => `${times} × ${what}`),
    ...(code === 0 ? [] : [`SIGTERM ended the service with ${code}`]),
    ...texts,
    ...(verified.code === 0 ? [] : [`verify: ${verified.output}`]),
    ...(rebuilt.output.includes('\nthe same') ? [] : [`rebuild: ${rebuilt.output}`]),
  ];
}
