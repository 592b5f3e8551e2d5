import { join } from 'node:path';
import { type EngineBug, SharedStore } from '../memorySharedLog.js';
import { NOW } from '../testApp.js';
import type { LogRow } from './checkChainOf.js';
import type { History } from './checkHistory.js';
import { type ModelNode, openModelNode } from './modelNode.js';
import type { NodeBug } from './nodeBugs.js';
import type { Asked, Operation } from './operation.js';
import { seededRandom } from './random.js';
import { rowOf, rowsIn } from './rowsIn.js';

/** What is played: everything else follows from the seed. */
export interface Play {
  readonly seed: number;
  /** An empty folder for the copies. */
  readonly directory: string;
  readonly engineBug?: EngineBug | undefined;
  readonly nodeBug?: NodeBug | undefined;
  /** The shared log loses its last events once, as a standby that was behind. */
  readonly losesEvents?: boolean;
}

export interface Played extends History {
  /** What the nodes said of forks. */
  readonly forks: readonly string[];
  /** Nodes that went on although the shared log lacks what they have. */
  readonly unaware: readonly string[];
}

const CALLERS = 4;
const REQUESTS = 8;
const HOUR = 3_600_000;

/** Plays callers and faults on a cluster in memory. All waiting is for turns that follow from the seed. */
export async function playCluster(play: Play): Promise<Played> {
  const { seed, directory, engineBug, nodeBug, losesEvents = false } = play;
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(all: readonly T[]): T | undefined => all[below(all.length)];
  const turn = async () => {
    for (let turns = 1 + below(4); turns > 0; turns--)
      await new Promise((done) => setImmediate(done));
  };
  let time = 0;
  const store = new SharedStore(() => NOW + time, new Set(engineBug ? [engineBug] : []), turn);
  const operations: Operation[] = [];
  const forks: string[] = [];
  const ids = { notes: [] as string[], sessions: [] as string[] };
  let opened = 0;
  const open = (name: string, file: string) =>
    openModelNode({
      name,
      file,
      store,
      random,
      bug: nodeBug,
      skewMs: (below(3) - 1) * HOUR,
    });
  function openNew(): Promise<ModelNode> {
    opened += 1;
    return open(`node ${opened}`, join(directory, `${opened}.db`));
  }
  const nodes: ModelNode[] = [];
  for (let i = 2 + below(3); i > 0; i--) nodes.push(await openNew());

  async function ask(asked: Asked, key: string | undefined): Promise<void> {
    const node = oneOf(nodes);
    if (!node) return;
    const request = `request ${operations.length} ${time}`;
    const begin = ++time;
    const answer = await node.ask(asked, request, key);
    operations.push({ node: node.name, begin, end: ++time, asked, request, key, answer });
    if (answer.status === 'done' && answer.appended && asked.kind === 'save')
      ids.notes.push(answer.id);
    if (answer.status === 'done' && asked.kind === 'startSession') ids.sessions.push(answer.id);
    // As a caller whose connection broke: to any node.
    if (answer.status === 'unknown' && key !== undefined && operations.length < 200)
      await ask(asked, key);
  }

  async function call(): Promise<void> {
    for (let i = 0; i < REQUESTS; i++) {
      const key = random() < 0.5 ? `key ${time} ${i}` : undefined;
      await ask(wish(), key);
      if (random() < 0.3) await turn();
    }
  }

  function wish(): Asked {
    const [session, id] = [oneOf(ids.sessions), oneOf(ids.notes.slice(-4))];
    const content = oneOf(['a', 'b', 'c']) ?? '';
    const chance = random();
    if (session === undefined || chance < 0.05) return { kind: 'startSession' };
    if (chance < 0.2) return { kind: 'read', least: store.end.position };
    if (chance < 0.3) return { kind: 'endSession', id: session, summary: content };
    if (id !== undefined && chance < 0.45) return { kind: 'forget', id };
    if (id !== undefined && chance < 0.6) return { kind: 'revise', id, content };
    return { kind: 'save', session, content, force: random() < 0.2 };
  }

  async function trouble(): Promise<void> {
    for (let i = 0; i < 8; i++) {
      for (let turns = below(8); turns > 0; turns--) await turn();
      const at = below(nodes.length);
      const node = nodes[at];
      if (!node) return;
      const chance = random();
      if (chance < 0.6) {
        const fault = oneOf(['lost before commit', 'lost after commit', 'commits later'] as const);
        if (fault) node.faults.appends.push(fault);
      } else if (chance < 0.8) {
        node.faults.isCutOff = true;
        for (let turns = below(40); turns > 0; turns--) await turn();
        node.faults.isCutOff = false;
      } else if (node.forks.length === 0) {
        await replace(at, node);
      }
    }
  }

  /** Kills a node. Another one goes on with its copy, or with a new one. */
  async function replace(at: number, node: ModelNode): Promise<void> {
    await node.kill();
    forks.push(...node.forks.map(({ message }) => message));
    nodes[at] = random() < 0.5 ? await openNew() : await open(node.name, node.file);
  }

  const callers = () => Array.from({ length: CALLERS }, call);
  await Promise.all([...callers(), trouble()]);
  let unaware: string[] = [];
  if (losesEvents) {
    store.rollBack(store.end.position - 2);
    const { position } = store.end;
    const ahead: ModelNode[] = [];
    for (const node of nodes) if ((await node.log.head()).position > position) ahead.push(node);
    await Promise.all(nodes.map((node) => node.log.catchUp().catch(() => {})));
    unaware = ahead.filter(({ forks: own }) => own.length === 0).map(({ name }) => name);
    await Promise.all(callers());
  }
  for (const node of nodes) await node.log.catchUp().catch(() => {});
  const copies: [string, readonly LogRow[]][] = [];
  for (const { name, file, log, forks: own } of nodes) {
    forks.push(...own.map(({ message }) => message));
    await log.close();
    if (own.length === 0) copies.push([name, rowsIn(file)]);
  }
  return {
    operations,
    log: store.events.map(rowOf),
    copies: Object.fromEntries(copies),
    forks,
    unaware,
  };
}
