import type { Ids } from '../domain/ids.js';
import type { PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import { Rejection } from '../domain/rejection.js';
import type { Clock } from '../domain/time.js';
import type { VaultFact } from '../events/vaultEvent.js';
import { type Appended, type Batch, type EventLog, LogBroken } from '../log/eventLog.js';
import type { Command } from './command.js';
import { type HandleContext, handle, type Outcome, type RequestContext } from './handle.js';
import { type PendingBatch, pendingBatch } from './pendingBatch.js';

/** Runs commands. Those that arrive together share one commit. */
export interface Executor {
  /**
   * Resolves once what the command yielded is on disk; whoever reads then sees it. Commands are decided in
   * the order of these calls.
   */
  execute<I, R, S, F extends VaultFact>(
    command: Command<I, R, S, F>,
    input: I,
    context: RequestContext,
  ): Promise<Outcome<S>>;
  /** The present as the log sees it, in milliseconds since 1970: never before its last event. */
  now(): number;
  /** Resolves when nothing is waiting any more. */
  idle(): Promise<void>;
}

/** What a commit was like, for the metrics. */
export interface Commit {
  /** Saves that were answered with an observation already there. */
  readonly deduplicated: number;
  /** Writing the batch to the log, fsync included. */
  readonly commitSeconds: number;
  /** The same and deciding the commands before it. */
  readonly appendSeconds: number;
}

/** What an executor works with. */
export interface ExecutorParts {
  readonly log: EventLog;
  readonly filter: PrivacyFilter;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Time of the last event in the log, in milliseconds since 1970; 0 when there is none. */
  readonly lastAt: number;
  /** Called after each commit, before its commands are answered. Must not throw. */
  readonly onCommit: (appended: Appended, commit: Commit) => void;
  /** Called when the log can no longer be trusted: the process should end. */
  readonly onBroken: (error: LogBroken) => void;
}

/** More would make one commit long and its answers late. */
const BATCH = 256;
/** Commands that may wait for a commit; beyond it the service says that it is overloaded. */
const QUEUE = 2000;

const STOPPING =
  'the disk failed and the service stops. This request may or may not have been stored: send it again with ' +
  'the same Idempotency-Key when the service is back';

interface QueuedCommand {
  decide(batch: PendingBatch, at: number): Promise<void>;
  answer(): void;
  refuse(error: unknown): void;
}

/** An executor over a log; one at a time may write to it. */
export function executor(parts: ExecutorParts): Executor {
  const { log, filter, clock, ids } = parts;
  const queue: QueuedCommand[] = [];
  let running: Promise<void> | undefined;
  let { lastAt } = parts;

  const presentAt = (at: number): HandleContext => ({ at, id: ids(at), eventId: () => ids(at) });

  function enqueue<S>(
    decide: (batch: PendingBatch, present: HandleContext) => Promise<Outcome<S>>,
  ) {
    return new Promise<Outcome<S>>((resolve, reject) => {
      let outcome: Outcome<S>;
      queue.push({
        decide: async (batch, at) => {
          outcome = await decide(batch, presentAt(at));
        },
        answer: () => resolve(outcome),
        refuse: reject,
      });
      // The rest of this event-loop turn may bring more commands for the same commit.
      running ??= new Promise<void>((done) => setImmediate(done)).then(drain);
    });
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) await commitTogether(queue.splice(0, BATCH));
    running = undefined;
  }

  async function commitTogether(waiting: readonly QueuedCommand[]): Promise<void> {
    let open = waiting;
    try {
      const start = performance.now();
      const { position } = await log.head();
      const batch = pendingBatch(log, position);
      open = await decideEach(waiting, batch, now());
      await commit(batch.contents(), position, start);
      for (const command of open) command.answer();
    } catch (error) {
      const broken = error instanceof LogBroken;
      const reason = broken ? new Rejection('not_ready', STOPPING) : error;
      for (const command of open) command.refuse(reason);
      if (broken) parts.onBroken(error);
    }
  }

  async function commit(batch: Batch, expected: number, start: number): Promise<void> {
    if (batch.events.length + batch.answers.length + batch.deduplicated === 0) return;
    const decided = performance.now();
    const appended = await log.append(batch, expected);
    const committed = performance.now();
    lastAt = appended.events.at(-1)?.at ?? lastAt;
    parts.onCommit(appended, {
      deduplicated: batch.deduplicated,
      commitSeconds: (committed - decided) / 1000,
      appendSeconds: (committed - start) / 1000,
    });
  }

  /** Time along the log never decreases, whatever the machine's clock does. */
  const now = () => Math.max(clock(), lastAt);

  return {
    async execute(command, input, context) {
      if (queue.length >= QUEUE)
        throw new Rejection('overloaded', 'too many writes are waiting: try again later');
      const redacted = command.redact(input, filter);
      // It takes its place in the queue now and is read when its turn comes; until then a failure waits.
      redacted.catch(() => {});
      return enqueue(async (batch, present) => {
        const target = context.dryRun ? pendingBatch(log, (await log.head()).position) : batch;
        return handle(target, command, await redacted, context, present);
      });
    },
    now,
    idle: async () => running,
  };
}

/** Decides in order of arrival; gives those that were not refused. */
async function decideEach(
  waiting: readonly QueuedCommand[],
  batch: PendingBatch,
  at: number,
): Promise<readonly QueuedCommand[]> {
  const decided: QueuedCommand[] = [];
  for (const command of waiting) {
    try {
      await command.decide(batch, at);
      decided.push(command);
    } catch (error) {
      command.refuse(error);
    }
  }
  return decided;
}
