import type { VaultEvent } from '../events/vaultEvent.js';
import type { Batch, EventLog, FirstAnswer, Pending } from '../log/eventLog.js';
import { guardsOf } from '../log/guards.js';
import type { DedupKey } from './command.js';

/**
 * The log as it will be once this batch is committed. Commands that share a commit are decided against
 * it one after the other, so a hundred identical saves at once settle on one event.
 */
export interface PendingBatch {
  /** All events of a stream up to `version`, those still pending included. */
  readStream(stream: string, version?: number): Promise<readonly VaultEvent[]>;
  /** The stream that already holds some content in a session. */
  duplicateOf(key: DedupKey): Promise<string | undefined>;
  firstAnswer(key: string): Promise<FirstAnswer | undefined>;
  /** Adds events and gives them as they will be recorded. */
  add(events: readonly Pending[]): readonly VaultEvent[];
  /** Adds the answer to a request that wrote no event. */
  addAnswer(answer: FirstAnswer): void;
  countDuplicate(): void;
  contents(): Batch;
}

export function pendingBatch(log: EventLog, head: number): PendingBatch {
  const events: Pending[] = [];
  const answers: FirstAnswer[] = [];
  const streams = new Map<string, VaultEvent[]>();
  const duplicates = new Map<string, string>();
  const firstAnswers = new Map<string, FirstAnswer>();
  let deduplicated = 0;

  function addOne(event: Pending): VaultEvent {
    const position = head + events.push(event);
    const { dedup, answer } = guardsOf(event, position);
    if (dedup && !duplicates.has(nameOf(dedup))) duplicates.set(nameOf(dedup), event.stream);
    if (answer) firstAnswers.set(answer.key, answer);
    const recorded: VaultEvent = { ...event, position };
    const pending = streams.get(event.stream);
    if (pending) pending.push(recorded);
    else streams.set(event.stream, [recorded]);
    return recorded;
  }

  return {
    async readStream(stream, version = Number.MAX_SAFE_INTEGER) {
      const pending = streams.get(stream)?.filter((event) => event.version <= version) ?? [];
      return [...(await log.readStream(stream, version)), ...pending];
    },
    async duplicateOf(key) {
      const committed = await log.duplicateOf(key.session_id, key.content_hash);
      return committed?.stream ?? duplicates.get(nameOf(key));
    },
    firstAnswer: async (key) => firstAnswers.get(key) ?? (await log.firstAnswer(key)),
    add: (added) => added.map(addOne),
    addAnswer(answer) {
      answers.push(answer);
      firstAnswers.set(answer.key, answer);
    },
    countDuplicate: () => void deduplicated++,
    contents: () => ({ events, answers, deduplicated }),
  };
}

/** Both parts have a fixed alphabet without a space. */
const nameOf = (key: DedupKey) => `${key.session_id} ${key.content_hash}`;
