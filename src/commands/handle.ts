import canonical from 'fast-json-stable-stringify';
import { EVERYTHING, type Visibility } from '../domain/caller.js';
import { sha256Hex } from '../domain/hash.js';
import { Rejection } from '../domain/rejection.js';
import { erasure } from '../events/administration.js';
import type { Meta } from '../events/recorded.js';
import { fold, type VaultEvent, type VaultFact } from '../events/vaultEvent.js';
import type { IdempotencyRecord, RequestFingerprint } from '../log/eventLog.js';
import { assertNoneAhead } from './assertNotAhead.js';
import type { Command, DecideContext, ReadState } from './command.js';
import type { PendingBatch } from './pendingBatch.js';

/** The result of a command. */
export interface Outcome<S> {
  /** False when nothing had to change, so no event was written. */
  readonly appended: boolean;
  /** How many events were written now: a retry writes none. */
  readonly added: number;
  /** Key of the command's stream, such as the id of an observation or a session. */
  readonly key: string;
  readonly state: S;
  /** Version, position and time (milliseconds since 1970) of the stream's last event; 0 without events. */
  readonly version: number;
  readonly position: number;
  readonly at: number;
}

/** The sender of a request, and how to handle it. */
export interface RequestContext {
  readonly meta: Meta;
  /** What the sender may see, and what a save may be a duplicate of; by default everything. */
  readonly sees?: Visibility | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Decides as usual, but appends nothing. */
  readonly dryRun?: boolean | undefined;
}

/** A decision's context, with a source of event ids. */
export interface HandleContext extends Omit<DecideContext, 'sees'> {
  readonly eventId: () => string;
}

/**
 * Decides one command and adds its facts to a batch. A repeated request (same `Idempotency-Key`) gets its first outcome
 * again, from the version that the stream had then. Throws the command's `Rejection` or `idempotency_mismatch`; then
 * nothing was added.
 */
export async function handle<I, R, S, F extends VaultFact>(
  batch: PendingBatch,
  command: Command<I, R, S, F>,
  input: R,
  context: RequestContext,
  now: HandleContext,
): Promise<Outcome<S>> {
  const identity = command.identity ? command.identity(input) : input;
  const request = fingerprintOf(command.name, identity, context.idempotencyKey);
  const only = command.stream.folds;
  const first = request && (await idempotencyRecordOf(batch, request));
  if (first) {
    const events = await batch.readStream(first.stream, { version: first.version, only });
    return { ...outcome(command, first.stream, events, 0), appended: first.position !== null };
  }

  const asked = { at: now.at, id: now.id, sees: context.sees ?? EVERYTHING };
  const duplicate = await duplicateOf(batch, command, input, asked);
  const stream = duplicate ?? `${command.stream.name}/${command.streamKey(input, asked)}`;
  // A stream that is named after the new id cannot have events yet.
  const isNew = stream.endsWith(now.id);
  const before = isNew ? [] : await batch.readStream(stream, { only });
  // Not that of the last kept event: a later one may have been erased.
  const version = isNew ? 0 : await batch.versionOf(stream);
  const state = fold(command.stream, before);
  const facts: readonly VaultFact[] = duplicate
    ? (command.rejoin?.(state, input) ?? [])
    : command.decide(state, await lookedUp(batch, command, input, asked), asked);
  assertNoneAhead(facts, before, now.at);
  if (facts.length > 0) await eraseAlone(batch, command.erases?.(state, input) ?? [], context, now);
  const added = await batch.add(
    facts.map((fact, i) => ({
      id: now.eventId(),
      stream,
      version: version + i + 1,
      at: now.at,
      meta: context.meta,
      // The last event of a request carries its fingerprint and stands for its outcome.
      request: i === facts.length - 1 ? request : undefined,
      // At the end: at the beginning it takes Node 20 ten times as long, and 2 KB of garbage.
      ...fact,
    })),
  );
  if (added.length === 0) {
    if (command.dedupKey && !command.rejoin) batch.countDuplicate();
    if (request) batch.addAnswer({ ...request, stream, version, position: null });
  }
  return outcome(command, stream, [...before, ...added], added.length);
}

/** Adds the erasure of single events to a batch. */
async function eraseAlone(
  batch: PendingBatch,
  positions: readonly number[],
  { meta }: RequestContext,
  { at, eventId }: HandleContext,
): Promise<void> {
  for (const position of positions) {
    const stream = `${erasure.name}/${position}`;
    const version = (await batch.versionOf(stream)) + 1;
    const fact = { type: 'event.forgotten', data: { position } } as const;
    await batch.add([{ ...fact, id: eventId(), stream, version, at, meta }]);
  }
}

/** The stream of a thing like this one, of those that it may be a duplicate of. */
async function duplicateOf<I, R, S, F extends VaultFact>(
  batch: PendingBatch,
  command: Command<I, R, S, F>,
  input: R,
  { sees }: DecideContext,
): Promise<string | undefined> {
  const { dedupKey, maySee = () => true } = command;
  const key = dedupKey?.(input);
  if (!key) return undefined;
  for await (const stream of batch.duplicatesOf(key)) {
    if (sees.person === undefined && !sees.projects) return stream;
    const events = await batch.readStream(stream, { only: command.stream.folds });
    if (maySee(fold(command.stream, events), sees)) return stream;
  }
  return undefined;
}

async function lookedUp<I, R, S, F extends VaultFact>(
  batch: PendingBatch,
  { lookUp }: Command<I, R, S, F>,
  input: R,
  { sees }: DecideContext,
): Promise<R> {
  if (!lookUp) return input;
  const read: ReadState = async (stream, key) =>
    fold(stream, await batch.readStream(`${stream.name}/${key}`, { only: stream.folds }));
  return lookUp(input, read, sees);
}

function outcome<I, R, S, F extends VaultFact>(
  command: Command<I, R, S, F>,
  stream: string,
  events: readonly VaultEvent[],
  added: number,
): Outcome<S> {
  const last = events.at(-1);
  const key = stream.slice(command.stream.name.length + 1);
  const { version, position, at } = last ?? { version: 0, position: 0, at: 0 };
  return {
    appended: added > 0,
    added,
    key,
    state: fold(command.stream, events),
    version,
    position,
    at,
  };
}

async function idempotencyRecordOf(
  batch: PendingBatch,
  request: RequestFingerprint,
): Promise<IdempotencyRecord | undefined> {
  const first = await batch.idempotencyRecord(request.key);
  if (first === 'spent')
    throw new Rejection(
      'forgotten',
      'what this request stored was forgotten since, or redacted: it is not stored again. Send it with a new Idempotency-Key to store it all the same',
    );
  if (first && first.fingerprint !== request.fingerprint) {
    throw new Rejection(
      'idempotency_mismatch',
      'this Idempotency-Key was already used for a different request: send a new key with a new request',
    );
  }
  return first;
}

/** The fingerprint is computed from the redacted input, so that it reveals nothing about a secret. */
function fingerprintOf(
  name: string,
  input: unknown,
  key: string | undefined,
): RequestFingerprint | undefined {
  if (key === undefined) return undefined;
  return { key: keyHash(key), fingerprint: sha256Hex(canonical({ name, input })) };
}

/** The form in which the log stores an `Idempotency-Key`. */
export const keyHash = (key: string) => sha256Hex(key);
