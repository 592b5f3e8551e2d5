import { Command } from 'commander';
import { faultPlan, planText } from '../test/support/cluster/faultPlan.js';
import { type Played, playHistory } from '../test/support/cluster/playHistory.js';
import { seededRandom } from '../test/support/cluster/random.js';

interface Options {
  readonly minutes: number;
  readonly seed: number;
  readonly plans?: number;
}

/** How long the faults of one plan take together, at least, in ms. */
const PLAN_MS = 20_000;

export const program = new Command()
  .description(
    'Use three nodes of a shared log while nodes, servers and the network between them fail, plan after plan; check ' +
      'after each that every promise was kept. Stops at the first one that was not.',
  )
  .option('--minutes <number>', 'begin no plan after so many minutes', Number, 30)
  .option('--seed <number>', 'of the first plan; each later one has the next', Number, 1)
  .option('--plans <number>', 'play at most so many', Number)
  .action(run);

async function run({ minutes, seed: first, plans = Number.POSITIVE_INFINITY }: Options) {
  const until = performance.now() + minutes * 60_000;
  const played: Played[] = [];
  for (let seed = first; played.length < plans && performance.now() < until; seed++) {
    const plan = faultPlan(seededRandom(seed), PLAN_MS);
    console.log(`seed ${seed}:\n${planText(plan)}`);
    const one = await playHistory({ seed, plan, ms: PLAN_MS, keepsFiles: true, say: console.log });
    played.push(one);
    console.log(lineOf(one));
    if (one.problems.length === 0) continue;
    console.log(`${one.problems.join('\n')}\nseen with --seed ${seed} --plans 1`);
    process.exitCode = 1;
    break;
  }
  console.log(`all ${played.length} plans: ${lineOf(together(played))}`);
}

type Figures = Omit<Played, 'history' | 'problems'>;

function lineOf(figures: Figures): string {
  const { requests, acknowledged, unknown, events } = figures;
  const { reads, notReady, longestSilence, silenceAtFailover } = figures;
  return [
    `${requests} writes and looks asked`,
    `${acknowledged} writes acknowledged`,
    `${unknown} unknown`,
    `${events} events`,
    `${reads} of ${reads + notReady} reads answered, the others with 503`,
    `longest silence ${seconds(longestSilence)}`,
    ...(silenceAtFailover > 0 ? [`at a failover ${seconds(silenceAtFailover)}`] : []),
  ].join(', ');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function together(all: readonly Played[]): Figures {
  const sum = (of: (one: Played) => number) => all.reduce((total, one) => total + of(one), 0);
  const most = (of: (one: Played) => number) => Math.max(0, ...all.map(of));
  return {
    requests: sum(({ requests }) => requests),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    unknown: sum(({ unknown }) => unknown),
    events: sum(({ events }) => events),
    reads: sum(({ reads }) => reads),
    notReady: sum(({ notReady }) => notReady),
    longestSilence: most(({ longestSilence }) => longestSilence),
    silenceAtFailover: most(({ silenceAtFailover }) => silenceAtFailover),
  };
}
