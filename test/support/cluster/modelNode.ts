import type { LogForked } from '../../../src/cluster/fork.js';
import { type ReplicatedLog, replicatedLog } from '../../../src/cluster/replicatedLog.js';
import { openSqliteCopy } from '../../../src/cluster/sqliteCopy.js';
import { type Executor, executor } from '../../../src/commands/executor.js';
import type { Outcome, RequestContext } from '../../../src/commands/handle.js';
import {
  forgetObservation,
  reviseObservation,
  saveObservation,
} from '../../../src/commands/observations.js';
import { endSession, startSession } from '../../../src/commands/sessions.js';
import { ulids } from '../../../src/domain/ids.js';
import { Rejection } from '../../../src/domain/rejection.js';
import { LogRefused } from '../../../src/log/logFailures.js';
import { type NodeFaults, openMemorySharedLog, type SharedStore } from '../memorySharedLog.js';
import { plainFilter } from '../plainFilter.js';
import { NOW } from '../testApp.js';
import type { NodeBug } from './nodeBugs.js';
import type { Answer, Asked } from './operation.js';

/** A node of a cluster in memory, as its callers see it. */
export interface ModelNode {
  readonly name: string;
  readonly file: string;
  readonly log: ReplicatedLog;
  readonly faults: NodeFaults;
  readonly forks: readonly LogForked[];
  ask(asked: Asked, request: string, key: string | undefined): Promise<Answer>;
  /** As when its process is killed: what it is doing gets no answer. */
  kill(): Promise<void>;
}

/** What a node is opened with. */
export interface ModelNodeParts {
  readonly name: string;
  readonly file: string;
  readonly store: SharedStore;
  readonly random: () => number;
  /** By how many ms the clock of this node is wrong. */
  readonly skewMs: number;
  readonly bug?: NodeBug | undefined;
}

/** Opens a node, which catches up. Its times follow from its turns. */
export async function openModelNode(parts: ModelNodeParts): Promise<ModelNode> {
  const { name, file, store, random, skewMs, bug } = parts;
  const faults: NodeFaults = { appends: [], isCutOff: false };
  const forks: LogForked[] = [];
  let elapsed = 0;
  let isKilled = false;
  const copy = openSqliteCopy(file, store.end.instance, { lag: 3 });
  const engine = openMemorySharedLog(store, faults);
  const sound = replicatedLog(bug?.copy?.(copy) ?? copy, bug?.engine?.(engine, store) ?? engine, {
    pollMs: 0,
    patienceMs: 300,
    random,
    onForked: (fork) => forks.push(fork),
    times: { elapsed: () => elapsed, wall: () => NOW + skewMs + elapsed },
    async pause(ms) {
      elapsed += ms;
      await store.turn();
    },
  });
  const log = bug?.log?.(sound) ?? sound;
  const commands = executor({
    log,
    filter: plainFilter,
    ids: ulids(),
    onCommit: () => {},
    onBroken: (error) => {
      throw error;
    },
  });
  // A fork is what some tests wait for.
  await log.catchUp().catch(() => {});

  async function read(least: number): Promise<Answer> {
    // What it has may be wrong, or too old to count on.
    if (!Number.isFinite(log.unheardMs())) return { status: 'not stored' };
    const isReached = await log.reach(least, 0);
    const { position } = await log.head();
    return isReached
      ? { status: 'done', appended: false, id: '', position }
      : { status: 'not stored' };
  }

  async function answered(asked: Asked, context: RequestContext): Promise<Answer> {
    if (asked.kind === 'read') return read(asked.least);
    const { appended, key, position } = await execute(commands, asked, context);
    return { status: 'done', appended, id: key, position };
  }

  return {
    name,
    file,
    log,
    faults,
    forks,
    async ask(asked, request, idempotencyKey) {
      const context = { meta: { actor: 'test', request_id: request }, idempotencyKey };
      try {
        const answer = await answered(asked, context);
        return isKilled ? { status: 'unknown' } : answer;
      } catch (error) {
        if (isKilled) return { status: 'unknown' };
        if (error instanceof LogRefused) return { status: 'not stored' };
        if (!(error instanceof Rejection)) throw error;
        if (error.code === 'not_ready') return { status: 'unknown' };
        return { status: 'refused', code: error.code };
      }
    },
    async kill() {
      isKilled = true;
      faults.isCutOff = true;
      await sound.close();
    },
  };
}

function execute(
  { execute: run }: Executor,
  asked: Exclude<Asked, { kind: 'read' }>,
  context: RequestContext,
): Promise<Outcome<unknown>> {
  switch (asked.kind) {
    case 'startSession':
      return run(
        startSession,
        { ...NAMELESS, project: 'p', agent: undefined, goal: undefined },
        context,
      );
    case 'save': {
      const { session, content, force } = asked;
      const said = { title: 'note', type: 'task' as const, content, session_id: session };
      const others = { ...NAMELESS, author: undefined, project: 'p', tags: undefined };
      return run(saveObservation, { ...others, ...said, force, dry_run: false }, context);
    }
    case 'revise':
      return run(
        reviseObservation,
        { ...UNCHANGED, id: asked.id, content: asked.content },
        context,
      );
    case 'forget':
      return run(forgetObservation, { id: asked.id }, context);
    case 'endSession':
      return run(endSession, { id: asked.id, summary: asked.summary }, context);
  }
}

const UNCHANGED = { title: undefined, type: undefined, tags: undefined };
const NAMELESS = { team: undefined, country: undefined };
