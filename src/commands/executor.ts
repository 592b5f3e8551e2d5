import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ids } from '../domain/ids.js';
import { Rejection } from '../domain/rejection.js';
import { textSize } from '../domain/textSize.js';
import type { VaultFact } from '../events/vaultEvent.js';
import { type Appended, type Batch, type EventLog, isEmpty, type LogEnd } from '../log/eventLog.js';
import { LogBroken } from '../log/logFailures.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';
import type { Command } from './command.js';
import { type HandleContext, handle, type Outcome, type RequestContext } from './handle.js';
import { type PendingBatch, pendingBatch } from './pendingBatch.js';

/** Runs commands. Those that arrive together share one commit. */
export interface Executor {
  /**
   * Resolves once what the command yielded is durable; every later read sees it. Rejects with its refusal once the
   * log confirms what it was decided on. A command is decided after those before it, unless its texts take long to redact:
   * nobody waits for the texts of others.
   */
  execute<I, R, S, F extends VaultFact>(
    command: Command<I, R, S, F>,
    input: I,
    context: RequestContext,
  ): Promise<Outcome<S>>;
  /** Redacts the input of a command that is executed later: for many that must be decided in their order. */
  prepare<I, R, S, F extends VaultFact>(
    command: Command<I, R, S, F>,
    input: I,
  ): Promise<Prepared<S>>;
  /** The present as the log sees it, in milliseconds since 1970: never before its last event. */
  now(): number;
  /** Resolves when nothing is waiting any more. */
  idle(): Promise<void>;
}

/** Executes a command whose input is redacted. As `Executor.execute`; decided in the order of these calls. */
export type Prepared<S> = (context: RequestContext) => Promise<Outcome<S>>;

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
interface ExecutorParts {
  readonly log: EventLog;
  readonly filter: PrivacyFilter;
  readonly ids: Ids;
  /** Called after each commit of this executor, before its commands are answered. Must not throw. */
  readonly onCommit: (appended: Appended, commit: Commit) => void;
  /** Called when the log can no longer be trusted: the process should end. */
  readonly onBroken: (error: LogBroken) => void;
}

/** Commands that may wait for a commit; beyond it the service says that it is overloaded. */
const QUEUE = 2000;

const STOPPING =
  'the disk failed and the service stops. This request may or may not have been stored: send it again with ' +
  'the same Idempotency-Key when the service is back';

const NOTHING: Batch = { events: [], answers: [], deduplicated: 0 };

interface QueuedCommand {
  /** UTF-16 units of its texts. */
  readonly size: number;
  /**
   * Gives what answers the caller, be it with a refusal. May come again, with another end: what was decided before then
   * never happened.
   */
  decide(batch: PendingBatch, end: LogEnd): Promise<() => void>;
  refuse(error: unknown): void;
}

/** An executor over a log. */
export function executor({ log, filter, ids, onCommit, onBroken }: ExecutorParts): Executor {
  const queue: QueuedCommand[] = [];
  /** Those whose texts are being redacted, and that have no place in the queue yet. */
  const preparing = new Set<Promise<unknown>>();
  let running: Promise<void> | undefined;

  function enqueue<S>(
    size: number,
    decide: (batch: PendingBatch, end: LogEnd, present: HandleContext) => Promise<Outcome<S>>,
  ) {
    return new Promise<Outcome<S>>((resolve, reject) => {
      queue.push({
        size,
        refuse: reject,
        async decide(batch, end) {
          const { at } = end;
          try {
            const outcome = await decide(batch, end, { at, id: ids(at), eventId: () => ids(at) });
            return () => resolve(outcome);
          } catch (error) {
            return () => reject(error);
          }
        },
      });
      // The rest of this event-loop turn may bring more commands for the same commit.
      running ??= nextTurn().then(drain);
    });
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      await commitTogether(queue.splice(0, countForCommit(queue)));
      if (queue.length > 0) await nextTurn();
    }
    running = undefined;
  }

  async function commitTogether(commands: readonly QueuedCommand[]): Promise<void> {
    try {
      for (const answer of await commit(commands)) answer();
    } catch (error) {
      const isBroken = error instanceof LogBroken;
      const reason = isBroken ? new Rejection('not_ready', STOPPING) : error;
      for (const command of commands) command.refuse(reason);
      if (isBroken) onBroken(error);
    }
  }

  /** Resolves once what was decided is durable. */
  async function commit(commands: readonly QueuedCommand[]): Promise<readonly (() => void)[]> {
    const start = performance.now();
    let decided = start;
    let batch: Batch = NOTHING;
    let answers: (() => void)[] = [];
    const appended = await log.appendNext(async (end) => {
      const pending = pendingBatch(log, end.position);
      answers = [];
      for (const command of commands) answers.push(await command.decide(pending, end));
      decided = performance.now();
      batch = pending.contents();
      return batch;
    });
    if (isEmpty(batch)) return answers;
    const committed = performance.now();
    onCommit(appended, {
      deduplicated: batch.deduplicated,
      commitSeconds: (committed - decided) / 1000,
      appendSeconds: (committed - start) / 1000,
    });
    return answers;
  }

  async function prepare<I, R, S, F extends VaultFact>(
    command: Command<I, R, S, F>,
    input: I,
  ): Promise<Prepared<S>> {
    const redacted = await command.redact(input, filter);
    const size = textSize(redacted);
    return async (context) => {
      if (queue.length >= QUEUE) throw overloaded();
      return enqueue(size, async (batch, end, present) => {
        const target = context.dryRun ? pendingBatch(log, end.position) : batch;
        return handle(target, command, redacted, context, present);
      });
    };
  }

  return {
    async execute(command, input, context) {
      if (queue.length + preparing.size >= QUEUE) throw overloaded();
      const prepared = prepare(command, input);
      preparing.add(prepared);
      try {
        return (await prepared)(context);
      } finally {
        // By now it is in the queue.
        preparing.delete(prepared);
      }
    },
    prepare,
    now: () => log.now(),
    async idle() {
      while (preparing.size > 0) await Promise.allSettled(preparing);
      await running;
    },
  };
}

const overloaded = () =>
  new Rejection('overloaded', 'too many writes are waiting: try again later');

/** More commands, or more UTF-16 units of text in them, would make one commit long: nothing interrupts it. */
const COMMIT = { commands: 256, text: 1024 * 1024 };

/** How many of the commands that wait fit into one commit: at least one, however large. `size` is in UTF-16 units. */
function countForCommit(queue: readonly { readonly size: number }[]): number {
  let text = 0;
  const tooMuch = queue.findIndex(({ size }, i) => {
    text += size;
    return i === COMMIT.commands || (i > 0 && text > COMMIT.text);
  });
  return tooMuch < 0 ? queue.length : tooMuch;
}
