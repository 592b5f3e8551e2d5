import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientContext } from './client.js';
import { newClient } from './client.js';
import { type Cluster, startCluster } from './cluster.js';
import type { Planned } from './faultPlan.js';
import { inflict } from './faults.js';
import { findProblems } from './findProblems.js';
import { emptyHistory, longestSilence } from './history.js';
import { makeTeam } from './logins.js';
import { seededRandom } from './random.js';
import { runClient, startSession } from './runClient.js';
import { newSecret } from './scrubbing.js';

export interface HistoryOptions {
  readonly seed: number;
  readonly plan: readonly Planned[];
  /** How long clients go on at least, in ms. */
  readonly ms: number;
  /** How much clients do at least, however long that takes. By default, time alone counts. */
  readonly least?: { readonly acknowledged: number; readonly reads: number };
  readonly clients?: number;
  readonly nodes?: number;
  /** A cluster to play on, which is stopped in the end. By default a new one of `nodes`. */
  readonly cluster?: Cluster;
  readonly say?: (line: string) => void;
  /** Whether the files are left where they are when a promise was broken. */
  readonly keepsFiles?: boolean;
}

/** What came of a history. Times in ms. */
export interface Played {
  /** Writes, each with its repetitions, and looks at the end of the log. */
  readonly requests: number;
  /** Writes that were acknowledged, and that were not by the time their client gave up. */
  readonly acknowledged: number;
  readonly unknown: number;
  readonly events: number;
  /** Reads of what their client wrote, by their answers. */
  readonly reads: number;
  readonly notReady: number;
  /** The longest time in which no write was acknowledged: of all, and of those that touch a loss of the primary; else 0. */
  readonly longestSilence: number;
  readonly silenceAtFailover: number;
  /** Every promise that was broken. */
  readonly problems: readonly string[];
}

/** How long those who wait for an answer go on after the last fault, in ms. */
const LATE_MS = 30_000;

/** Plays a history on a cluster, and checks every promise. */
export async function playHistory(options: HistoryOptions): Promise<Played> {
  const { seed, plan, ms, clients = 8, nodes = 3, say = () => {} } = options;
  const { least = { acknowledged: 0, reads: 0 } } = options;
  const cluster = options.cluster ?? (await startCluster({ nodes }));
  try {
    const history = emptyHistory();
    const secrets: string[] = [];
    const random = seededRandom(seed);
    let [isOver, isLate] = [false, false];
    const sharedSessions: string[] = [];
    const context: ClientContext = {
      nodes: cluster.nodes,
      history,
      random,
      sharedSessions,
      isOver: () => isOver,
      isLate: () => isLate,
      newSecret() {
        const secret = newSecret();
        secrets.push(secret);
        return secret;
      },
    };
    await prepare(context, sharedSessions);
    const began = performance.now();
    const running = Promise.all(
      Array.from({ length: clients }, (_, i) =>
        runClient({ ...context, random: seededRandom(seed * 1000 + i) }),
      ),
    );
    const failovers = await inflictAll(cluster, plan, say);
    await sleep(Math.max(0, began + ms - performance.now()));
    while (history.acknowledged.length < least.acknowledged || history.reads.right < least.reads)
      await sleep(20);
    isOver = true;
    const ended = performance.now();
    const late = setTimeout(() => {
      isLate = true;
    }, LATE_MS);
    await running;
    clearTimeout(late);
    const { events, problems } = await findProblems(cluster, history, secrets);
    if (problems.length > 0 && options.keepsFiles) {
      cluster.keep();
      writeFileSync(
        join(cluster.directory, 'history.json'),
        JSON.stringify({ ...history, problems }),
      );
      say(`the files are kept in ${cluster.directory}`);
    }
    const { acknowledged, unknown, attempts, reads } = history;
    return {
      requests: attempts.length,
      acknowledged: acknowledged.length,
      unknown,
      events,
      reads: reads.right,
      notReady: reads.notReady,
      problems,
      longestSilence: longestSilence(acknowledged, began, ended),
      silenceAtFailover: Math.max(
        0,
        ...failovers.map(([from, to]) => longestSilence(acknowledged, from, to)),
      ),
    };
  } finally {
    await cluster.stop();
  }
}

async function prepare(context: ClientContext, sharedSessions: string[]): Promise<void> {
  // It never gives up: everything else needs this.
  const client = newClient({ ...context, random: () => 0.5 });
  await makeTeam(client);
  for (let i = 0; i < 2; i++) {
    const session = await startSession(client);
    if (session !== undefined) sharedSessions.push(session);
  }
}

/** When each loss of the primary began and was mended. */
async function inflictAll(
  cluster: Cluster,
  plan: readonly Planned[],
  say: (line: string) => void,
): Promise<[from: number, to: number][]> {
  const failovers: [number, number][] = [];
  for (const { pause, fault } of plan) {
    await sleep(pause);
    const from = performance.now();
    say(`  ${fault.kind} ${JSON.stringify({ ...fault, kind: undefined })}`);
    await inflict(fault, cluster);
    if (fault.kind === 'the primary is lost') failovers.push([from, performance.now()]);
  }
  return failovers;
}
