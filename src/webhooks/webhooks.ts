import { existsSync } from 'node:fs';
import { ANONYMOUS, type Visibility, wallOfPerson } from '../domain/caller.js';
import type { Host } from '../domain/host.js';
import { Rejection } from '../domain/rejection.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { TurnLost } from '../hive/turn.js';
import type { EventLog } from '../log/eventLog.js';
import { oneAtATime } from '../log/oneAtATime.js';
import { publicEventsFor } from '../queries/publicEvents.js';
import {
  type Answer,
  assertAllowed,
  connectionTo,
  deliver,
  type Message,
  type Receiver,
  type Sending,
  webhookSecret,
} from './delivery.js';
import { asleep, runQueue, whyNot } from './queue.js';
import { type Failed, openReceivers, type Receivers, type Registered } from './receivers.js';

/** Each is a queue of its own. */
const MOST = 20;

/** How long a queue waits that something here was in the way of, in milliseconds. */
const AGAIN_MS = 60_000;

/** How often a node looks whether it is its turn, and what the others have added, removed and retried, in milliseconds. */
const LOOK_MS = 2000;

/** A queue at work. */
interface Running {
  readonly retried: number;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  /** Ends its wait for the next try, if it waits. */
  readonly wake: () => void;
}

type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** A webhook, how far behind the log it is, and what was given up, newest first. */
export interface Webhook extends Registered {
  readonly lag: number;
  readonly failed: readonly Failed[];
}

/** Receivers that are told what happens. Nothing is sent until it is started. */
export interface Webhooks {
  start(): void;
  /** Registers one for what comes from now on. Throws `Rejection` for an address that is not allowed. */
  add(
    id: string,
    asked: { readonly url: string; readonly types: readonly string[] },
  ): Promise<{ readonly secret: string }>;
  list(): Promise<readonly Webhook[]>;
  /** Those below throw `Rejection('not_found')` for a webhook that is not there. */
  remove(id: string): Promise<void>;
  /** A new secret, which everything is signed with from now on. */
  rotate(id: string): Promise<{ readonly secret: string }>;
  /** Tries again at once, also where the receiver had said that it is gone. */
  retry(id: string): Promise<void>;
  /** Sends a message that stands for no event. Resolves with why it was not taken; undefined when it was. */
  test(id: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** What webhooks need. */
interface WebhookParts {
  readonly log: EventLog;
  readonly file: string;
  /** Where the owner allows to send to; without a host there are no webhooks. */
  readonly allowed: readonly Host[];
  /** Keeps them where other nodes have the same log, in place of the file. */
  readonly shared: Receivers | undefined;
  /** The name of the vault. */
  readonly origin: string;
  /** 32 bytes in hex that only this vault can derive. */
  readonly derive: (parts: readonly string[]) => string;
  readonly newId: () => string;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** A receiver is nobody: it is told what all and what teams have, and nothing that belongs to a person, not even to the owner. */
const SEES: Visibility = {
  kind: 'all',
  savers: false,
  person: wallOfPerson(ANONYMOUS, 'session'),
};

const noWebhook = () => new Rejection('not_found', 'there is no webhook with that id');

function noWebhooks(): Webhooks {
  const none = () => Promise.reject(noWebhook());
  return {
    start() {},
    async add(_id, { url }) {
      assertAllowed(url, []);
      throw noWebhook();
    },
    list: async () => [],
    remove: none,
    rotate: none,
    retry: none,
    test: none,
    async close() {},
  };
}

/** Opens what is registered. Without hosts that are allowed, and without one that ever was, nothing is opened. */
export function openWebhooks(parts: WebhookParts): Webhooks {
  const { log, allowed, origin, derive, newId, now, onError } = parts;
  if (!parts.shared && allowed.length === 0 && !existsSync(parts.file)) return noWebhooks();
  const receivers = parts.shared ?? openReceivers(parts.file);
  const running = new Map<string, Running>();
  const tell = publicEventsFor(log, SEES, origin);
  let isStarted = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: number | undefined;
  const inOrder = oneAtATime();
  const stopping = new AbortController();
  // What another node forgot must be in no message.
  const fresh: Pick<EventLog, 'head' | 'readEntries' | 'reach'> = {
    reach: log.reach,
    async head() {
      await receivers.freshen();
      return log.head();
    },
    async readEntries(...asked) {
      await receivers.freshen();
      return log.readEntries(...asked);
    },
  };

  async function found(id: string): Promise<Registered> {
    const one = (await receivers.all()).find((it) => it.id === id);
    if (!one) throw noWebhook();
    return one;
  }
  const secretOf = ({ id, renewed }: Pick<Registered, 'id' | 'renewed'>) =>
    webhookSecret(derive(['webhook', id, String(renewed)]));
  const receiverOf = (one: Registered): Receiver => ({ url: one.url, secret: secretOf(one) });

  async function send(
    to: Receiver,
    message: Message,
    how: Pick<Sending, 'signal' | 'connection'>,
  ): Promise<Answer> {
    // The owner may have taken the host away before this start.
    assertAllowed(to.url, allowed);
    return deliver(to, message, { now: now(), ...how });
  }

  /** Brings the queues in line with what is registered, and with whose turn it is to send. */
  const look = () =>
    inOrder(async () => {
      const held = isStarted ? await receivers.take() : undefined;
      const all = held === undefined ? [] : await receivers.all();
      const wanted = all.filter(({ gone }) => !gone);
      const isKept = (id: string) => held === turn && wanted.some((one) => one.id === id);
      await Promise.all([...running.keys()].filter((id) => !isKept(id)).map(halt));
      turn = held;
      for (const one of wanted) {
        const now = running.get(one.id);
        if (!now) run(one);
        else if (now.retried !== one.retried) {
          // What is on its way stays there: cut off, it would come twice.
          now.wake();
          running.set(one.id, { ...now, retried: one.retried });
        }
      }
    });

  function run(one: Registered): void {
    if (!isStarted) return;
    const { id, retried } = one;
    const stop = new AbortController();
    let waiting = new AbortController();
    const wait: Wait = (ms, signal) => {
      waiting = new AbortController();
      return asleep(ms, AbortSignal.any([signal, waiting.signal]));
    };
    const ended = sendAll(one, stop.signal, wait)
      .catch(onError)
      .then(() => {
        if (running.get(id)?.stop === stop) running.delete(id);
      });
    running.set(id, { retried, stop, ended, wake: () => waiting.abort() });
  }

  /** Runs the queue of a webhook until `signal` ends it. What is in its way here, such as a full disk, is said and waited for. */
  async function sendAll(one: Registered, signal: AbortSignal, wait: Wait): Promise<void> {
    const { id, url, types } = one;
    const connection = connectionTo(url);
    let to = receiverOf(one);
    while (!signal.aborted) {
      try {
        const how = await runQueue({
          log: fresh,
          async tell(entry) {
            // It may have been removed or renewed, on any node.
            to = receiverOf(await found(id));
            return tell(entry);
          },
          types,
          from: (await found(id)).progress,
          keep: (progress) => receivers.keep(id, progress, running.get(id)?.retried ?? one.retried),
          onFailed: (failed) => receivers.recordFailed(id, { ...failed, at: now() }),
          send: (message) => send(to, message, { signal, connection }),
          now,
          random: Math.random,
          signal,
          wait,
        });
        if (how === 'gone') await receivers.setGone(id);
        break;
      } catch (error) {
        if (error instanceof TurnLost) break;
        const isKnown = error instanceof Rejection;
        if (!isKnown) onError(error);
        await wait(isKnown ? LOOK_MS : AGAIN_MS, signal);
      }
    }
    connection.destroy();
  }

  async function halt(id: string): Promise<void> {
    const one = running.get(id);
    one?.stop.abort();
    await one?.ended;
    if (running.get(id) === one) running.delete(id);
  }

  const tryLook = () => {
    look().catch((error) => {
      // The shared log does not answer: it is asked again.
      if (!(error instanceof Rejection)) onError(error);
    });
  };

  return {
    start() {
      // A node that may send nowhere does not ask the others all the time.
      if (parts.shared && allowed.length === 0) return;
      isStarted = true;
      if (parts.shared) timer = setInterval(tryLook, LOOK_MS).unref();
      tryLook();
    },
    async add(id, { url, types }) {
      assertAllowed(url, allowed);
      if ((await receivers.all()).length >= MOST)
        throw new Rejection('conflict', `there are ${MOST} webhooks already: remove one first`);
      const { position } = await fresh.head();
      await receivers.add({ id, url, types, created_at: now() }, position);
      await look();
      return { secret: secretOf({ id, renewed: 0 }) };
    },
    async list() {
      const { position } = await log.head();
      const all = await receivers.all();
      return Promise.all(
        all.map(async (one) => ({
          ...one,
          lag: Math.max(0, position - one.progress.position),
          failed: await receivers.failedOf(one.id),
        })),
      );
    },
    async remove(id) {
      await found(id);
      await receivers.remove(id);
      await look();
    },
    async rotate(id) {
      await found(id);
      await receivers.renew(id);
      return { secret: secretOf(await found(id)) };
    },
    async retry(id) {
      await found(id);
      await receivers.retry(id);
      await look();
    },
    async test(id) {
      const to = receiverOf(await found(id));
      const event = {
        specversion: '1.0',
        id: newId(),
        source: origin,
        type: 'webhook.test',
        time: formatTime(toSeconds(now())),
        subject: `webhook/${id}`,
        data: {},
      };
      const message = { id: event.id, body: JSON.stringify(event) };
      return whyNot(() => send(to, message, { signal: stopping.signal }));
    },
    async close() {
      isStarted = false;
      clearInterval(timer);
      stopping.abort();
      await Promise.all([...running.keys()].map(halt));
      receivers.close();
    },
  };
}
