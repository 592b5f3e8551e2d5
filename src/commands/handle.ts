import canonical from 'fast-json-stable-stringify';
import { Rejection } from '../domain/rejection.js';
import { sha256Hex } from '../domain/sha256.js';
import type { Meta } from '../events/recorded.js';
import type { VaultEvent, VaultFact } from '../events/vaultEvent.js';
import { fold } from '../events/vaultEvent.js';
import type { IdempotencyRecord, RequestFingerprint } from '../log/eventLog.js';
import type { Command, DecideContext } from './command.js';
import type { PendingBatch } from './pendingBatch.js';

/** How a wish was met. */
export interface Outcome<S> {
  /** False when it was already so and no event was written. */
  readonly appended: boolean;
  /** Key of the stream it concerns: the id of an observation or a session. */
  readonly key: string;
  readonly state: S;
  /** The stream's last event: its place in the log, and its time in milliseconds since 1970. */
  readonly position: number;
  readonly at: number;
}

/** Who asks, and how. */
export interface RequestContext {
  readonly meta: Meta;
  readonly idempotencyKey?: string | undefined;
  /** Do all but append. */
  readonly dryRun?: boolean | undefined;
}

/** The present, with an id for every event. */
export interface HandleContext extends DecideContext {
  readonly eventId: () => string;
}

/**
 * Decides one command against a batch and adds what it yields. A request seen before is answered from
 * the version of the stream that its first answer spoke of. Throws the command's `Rejection`, or
 * `idempotency_mismatch`; then nothing was added.
 */
export async function handle<I, R, S, F extends VaultFact>(
  batch: PendingBatch,
  command: Command<I, R, S, F>,
  input: R,
  context: RequestContext,
  now: HandleContext,
): Promise<Outcome<S>> {
  const identity = command.identity ? command.identity(input) : input;
  const request = markOf(command.name, identity, context.idempotencyKey);
  const last = command.stream.folds === 'last';
  const first = request && (await firstAnswerTo(batch, request));
  if (first) {
    const events = await batch.readStream(first.stream, { version: first.version, last });
    return outcome(command, first.stream, events, first.position !== null);
  }

  const dedupKey = command.dedupKey?.(input);
  const duplicate = dedupKey && (await batch.duplicateOf(dedupKey));
  const stream = duplicate ?? `${command.stream.name}/${command.streamKey(input, now)}`;
  // What was named by an id made just now has no past to read.
  const isNew = stream.endsWith(now.id);
  const before = isNew ? [] : await batch.readStream(stream, { last });
  const version = before.at(-1)?.version ?? 0;
  const facts: readonly VaultFact[] = duplicate
    ? []
    : command.decide(fold(command.stream, before), await lookedUp(batch, command, input), now);
  const added = batch.add(
    facts.map((fact, i) => ({
      ...fact,
      id: now.eventId(),
      stream,
      version: version + i + 1,
      at: now.at,
      meta: context.meta,
      // The last event of a request stands for its answer.
      request: i === facts.length - 1 ? request : undefined,
    })),
  );
  if (added.length === 0) {
    if (command.dedupKey) batch.countDuplicate();
    if (request) batch.addAnswer({ ...request, stream, version, position: null });
  }
  return outcome(command, stream, [...before, ...added], added.length > 0);
}

async function lookedUp<I, R, S, F extends VaultFact>(
  batch: PendingBatch,
  { lookUp }: Command<I, R, S, F>,
  input: R,
): Promise<R> {
  if (!lookUp) return input;
  return lookUp(input, async (stream, key) =>
    fold(
      stream,
      await batch.readStream(`${stream.name}/${key}`, { last: stream.folds === 'last' }),
    ),
  );
}

function outcome<I, R, S, F extends VaultFact>(
  command: Command<I, R, S, F>,
  stream: string,
  events: readonly VaultEvent[],
  appended: boolean,
): Outcome<S> {
  const last = events.at(-1);
  const key = stream.slice(command.stream.name.length + 1);
  const { position, at } = last ?? { position: 0, at: 0 };
  return { appended, key, state: fold(command.stream, events), position, at };
}

async function firstAnswerTo(
  batch: PendingBatch,
  request: RequestFingerprint,
): Promise<IdempotencyRecord | undefined> {
  const first = await batch.idempotencyRecord(request.key);
  if (first && first.fingerprint !== request.fingerprint) {
    throw new Rejection(
      'idempotency_mismatch',
      'this Idempotency-Key was used for another request: send a new key with a new request',
    );
  }
  return first;
}

/** The fingerprint is taken of the redacted input, so that it says nothing about a secret. */
function markOf(
  name: string,
  input: unknown,
  key: string | undefined,
): RequestFingerprint | undefined {
  if (key === undefined) return undefined;
  return { key: keyHash(key), fingerprint: sha256Hex(canonical({ name, input })) };
}

/** What the log knows an `Idempotency-Key` by. */
export const keyHash = (key: string) => sha256Hex(key);
