import { existsSync } from 'node:fs';
import { ANONYMOUS, type Visibility, wallOfPerson } from '../domain/caller.js';
import type { Host } from '../domain/host.js';
import { Rejection } from '../domain/rejection.js';
import { formatTime, toSeconds } from '../domain/time.js';
import type { EventLog } from '../log/eventLog.js';
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
import { type Failed, openReceivers, type Registered } from './receivers.js';

/** Each is a queue of its own. */
const MOST = 20;

/** How long a queue waits that something here was in the way of, in milliseconds. */
const AGAIN_MS = 60_000;

/** A queue at work. */
interface Running {
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
  /** Whether other nodes have the same log. */
  readonly isShared: boolean;
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
  if (allowed.length === 0 && !existsSync(parts.file)) return noWebhooks();
  const receivers = openReceivers(parts.file);
  const running = new Map<string, Running>();
  const tell = publicEventsFor(log, SEES, origin);
  let isStarted = false;
  const stopping = new AbortController();

  const found = (id: string): Registered => {
    const one = receivers.find(id);
    if (!one) throw noWebhook();
    return one;
  };
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

  function run(id: string): void {
    const one = receivers.find(id);
    if (!isStarted || !one || one.gone || running.has(id)) return;
    const stop = new AbortController();
    let waiting = new AbortController();
    const ended = sendAll(one, stop.signal, (ms, signal) => {
      waiting = new AbortController();
      const either = AbortSignal.any([signal, waiting.signal]);
      return asleep(ms, either);
    });
    running.set(id, { stop, ended: ended.catch(onError), wake: () => waiting.abort() });
  }

  /** Runs the queue of a webhook until `signal` ends it. What is in its way here, such as a full disk, is said and waited for. */
  async function sendAll(one: Registered, signal: AbortSignal, wait: Wait): Promise<void> {
    const { id, types } = one;
    const connection = connectionTo(one.url);
    const to = receiverOf(one);
    while (!signal.aborted) {
      try {
        const how = await runQueue({
          log,
          tell,
          types,
          from: found(id).progress,
          keep: (progress) => receivers.keep(id, progress),
          onFailed: (failed) => receivers.recordFailed(id, { ...failed, at: now() }),
          send: (message) => send(to, message, { signal, connection }),
          now,
          random: Math.random,
          signal,
          wait,
        });
        if (how === 'gone') receivers.setGone(id, true);
        break;
      } catch (error) {
        onError(error);
        await wait(AGAIN_MS, signal);
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

  return {
    start() {
      isStarted = true;
      // Two nodes would send everything twice, and out of order.
      if (!parts.isShared) for (const { id } of receivers.all()) run(id);
    },
    async add(id, { url, types }) {
      assertAllowed(url, allowed);
      if (parts.isShared)
        throw new Rejection(
          'conflict',
          'nodes that share a log send no webhooks: a program can follow GET /api/v1/events',
        );
      if (receivers.all().length >= MOST)
        throw new Rejection('conflict', `there are ${MOST} webhooks already: remove one first`);
      const { position } = await log.head();
      receivers.add({ id, url, types, created_at: now() }, position);
      run(id);
      return { secret: secretOf({ id, renewed: 0 }) };
    },
    async list() {
      const { position } = await log.head();
      return receivers.all().map((one) => ({
        ...one,
        lag: Math.max(0, position - one.progress.position),
        failed: receivers.failedOf(one.id),
      }));
    },
    async remove(id) {
      found(id);
      // Before anything is waited for: who renews it meanwhile starts it no more.
      receivers.remove(id);
      await halt(id);
    },
    async rotate(id) {
      found(id);
      // Before anything is waited for: of two that ask at once, both get the secret that counts.
      receivers.renew(id);
      await halt(id);
      run(id);
      return { secret: secretOf(found(id)) };
    },
    async retry(id) {
      const { gone } = found(id);
      // What is on its way stays there: cut off, it would come twice.
      if (!gone) return running.get(id)?.wake();
      await halt(id);
      receivers.setGone(id, false);
      run(id);
    },
    async test(id) {
      const to = receiverOf(found(id));
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
      stopping.abort();
      await Promise.all([...running.keys()].map(halt));
      receivers.close();
    },
  };
}
