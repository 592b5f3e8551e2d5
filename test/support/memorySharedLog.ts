import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CopyEnd,
  type Delta,
  type HeldEnd,
  type SharedBatch,
  type SharedEnd,
  type SharedLog,
  SharedLogInterrupted,
  type StoredAnswer,
  type StoredEvent,
} from '../../src/cluster/sharedLog.js';
import type { Clock } from '../../src/domain/time.js';
import { erasureOf } from '../../src/events/vaultEvent.js';

/**
 * What goes wrong with the next append of a node: nothing was written, it was written and the answer is lost, or the
 * connection is lost first and it is written later, with the lock still held.
 */
export type AppendFault = 'lost before commit' | 'lost after commit' | 'commits later';

/** What an engine could do wrong. Tests plant one, to see that it is noticed. */
export type EngineBug = 'no lock' | 'serial positions';

/** A shared log in memory, and the queue for its end. */
export class SharedStore {
  events: StoredEvent[] = [];
  answers: StoredAnswer[] = [];
  end: Omit<SharedEnd, 'now'> = {
    position: 0,
    hash: Buffer.alloc(32),
    answers: 0,
    at: 0,
    deduplicated: 0,
    instance: randomUUID(),
  };
  readonly hints = new Set<() => void>();
  /** Positions that are taken and not to be seen yet, as a sequence gives them away before the commit. */
  private readonly hidden = new Set<number>();
  private last: Promise<void> = Promise.resolve();
  /** What the log was after each append: a standby that is behind has one of them. */
  private readonly states: Pick<SharedStore, 'events' | 'answers' | 'end'>[] = [];

  /** Each exchange takes as long as `turn`, at least a turn of the event loop. */
  constructor(
    public clock: Clock = Date.now,
    readonly bugs: ReadonlySet<EngineBug> = new Set(),
    public turn: () => Promise<unknown> = () => nextTurn(),
  ) {
    this.keepState();
  }

  private keepState(): void {
    const { events, answers, end } = this;
    this.states.push({ events: [...events], answers: [...answers], end });
  }

  /** Waits for the end of the log; the function that it gives lets the next one have it. */
  async wait(): Promise<() => void> {
    const before = this.last;
    let release = () => {};
    this.last = new Promise((done) => {
      release = done;
    });
    if (!this.bugs.has('no lock')) await before;
    return release;
  }

  behind({ position, answers }: CopyEnd, limit: number): Delta {
    const end = { ...this.end, now: this.clock() };
    const events = this.events
      .slice(position, position + limit)
      .filter((event) => !this.hidden.has(event.envelope.position));
    const given = this.answers.filter(({ number }) => number > answers).slice(0, limit);
    return { end, events, answers: given };
  }

  append({ before, events, answers, end }: SharedBatch): void {
    const isAtEnd = before.position === this.end.position && before.answers === this.end.answers;
    if (!isAtEnd && !this.bugs.has('no lock'))
      throw new Error('a batch was not chained to the end of the shared log');
    const names = [...this.events, ...events].map(
      ({ envelope: { stream, version } }) => `${stream} ${version}`,
    );
    if (new Set(names).size < names.length && !this.bugs.has('no lock'))
      throw new Error('a stream has no two events of a version');
    for (const event of events) {
      this.events.push(event);
      this.erase(event);
    }
    this.answers.push(...answers);
    this.end = end;
    this.keepState();
    if (this.bugs.has('serial positions')) this.hide(events);
    for (const hint of this.hints) hint();
  }

  private hide(events: readonly StoredEvent[]): void {
    for (const { envelope } of events) this.hidden.add(envelope.position);
    const show = () => {
      for (const { envelope } of events) this.hidden.delete(envelope.position);
    };
    // The shorter batch comes to light first, whichever began first.
    void turns(this.turn, events.length > 1 ? 12 : 2).then(show);
  }

  /** Becomes what it was at a position, as a standby does that had not got the rest: payloads that were erased come back. */
  rollBack(position: number): void {
    while ((this.states.at(-1)?.end.position ?? 0) > position) this.states.pop();
    const { events = [], answers = [], end = this.end } = this.states.at(-1) ?? {};
    [this.events, this.answers, this.end] = [[...events], [...answers], end];
  }

  private erase({ envelope }: StoredEvent): void {
    const erasure = erasureOf(envelope);
    if (!erasure) return;
    const isTarget = ({ envelope: { position, stream, version } }: StoredEvent) =>
      'stream' in erasure
        ? stream === erasure.stream && version < erasure.before
        : position === erasure.position;
    const targets = this.events.filter(isTarget).map((one) => one.envelope);
    const redactions = new Set(targets.map(({ position }) => `redaction/${position}`));
    const streams = new Set(targets.map(({ stream }) => stream));
    if ('stream' in erasure) streams.add(erasure.stream);
    this.events = this.events.map((one) => {
      const isRedaction =
        redactions.has(one.envelope.stream) && one.envelope.position < envelope.position;
      return isTarget(one) || isRedaction ? { ...one, payload: undefined } : one;
    });
    this.answers = this.answers.filter(({ stream }) => !streams.has(stream));
  }
}

/** What goes wrong for one node. Each append takes the next fault. */
export interface NodeFaults {
  readonly appends: AppendFault[];
  /** While it is true, nothing is answered. */
  isCutOff: boolean;
  /** While it is true, the engine shows what it has, and another one has taken its place. */
  isReplaced?: boolean;
}

/** A node's connection to a shared log in memory. */
export function openMemorySharedLog(
  store: SharedStore,
  faults: NodeFaults = { appends: [], isCutOff: false },
): SharedLog {
  const hints: (() => void)[] = [];

  /** One exchange takes at least a turn of the event loop. */
  async function exchange(): Promise<void> {
    await store.turn();
    if (faults.isCutOff) throw new SharedLogInterrupted('the network is cut');
  }

  async function prove(): Promise<void> {
    await exchange();
    if (faults.isReplaced) throw new SharedLogInterrupted('this engine was replaced');
  }

  async function lock(end: CopyEnd, limit: number): Promise<HeldEnd> {
    await exchange();
    const letGo = await store.wait();
    const delta = store.behind(end, limit);
    let isOver = false;
    return {
      delta,
      async readBehind(from, more) {
        await exchange();
        return { ...store.behind(from, more), end: delta.end };
      },
      async append(batch) {
        isOver = true;
        const fault = faults.appends.shift();
        if (fault === 'commits later') {
          const commit = () => store.append(batch);
          void turns(store.turn, 5).then(commit).finally(letGo);
          throw new SharedLogInterrupted('the connection is lost');
        }
        try {
          await prove();
          if (fault === 'lost before commit') throw new SharedLogInterrupted(fault);
          store.append(batch);
          if (fault === 'lost after commit') throw new SharedLogInterrupted(fault);
        } finally {
          letGo();
        }
      },
      async confirm() {
        isOver = true;
        await prove().finally(letGo);
      },
      async release() {
        if (!isOver) letGo();
        isOver = true;
      },
    };
  }

  return {
    async readBehind(end, limit) {
      await exchange();
      return store.behind(end, limit);
    },
    async readConfirmed(end, limit) {
      await prove();
      return store.behind(end, limit);
    },
    lock,
    async hashAt(position) {
      await exchange();
      return store.events[position - 1]?.hash;
    },
    onHint(listener) {
      const hint = () => {
        if (!faults.isCutOff) listener();
      };
      hints.push(hint);
      store.hints.add(hint);
    },
    async close() {
      for (const hint of hints) store.hints.delete(hint);
    },
  };
}

async function turns(turn: () => Promise<unknown>, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await turn();
}
