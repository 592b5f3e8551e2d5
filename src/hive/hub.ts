import type { Executor, Prepared } from '../commands/executor.js';
import type { RequestContext } from '../commands/handle.js';
import { bindHiveKey, requireFree } from '../commands/hive.js';
import { HiveItem, receiveObservation } from '../commands/receiveObservation.js';
import { closeBatch } from '../commands/saveBatch.js';
import { shareTurns } from '../commands/shareTurns.js';
import { sha256Hex } from '../domain/hash.js';
import { receivedName, sentName } from '../domain/hiveNames.js';
import { membersOf } from '../domain/json.js';
import { parse } from '../domain/parse.js';
import { Rejection } from '../domain/rejection.js';
import { textSize } from '../domain/textSize.js';
import type { HiveMember, HiveMembers } from '../events/hive.js';
import type { ObservationState } from '../events/observation.js';
import type { Meta } from '../events/recorded.js';
import type { Search } from '../queries/search/parse.js';
import type { SearchHit } from '../queries/search/searchHit.js';
import type { SearchPage } from '../queries/search/show.js';
import { mergeHits } from './cloudSearch.js';
import type { HiveReceipt } from './wire.js';

/** The result of a batch. */
interface Received {
  readonly receipt: HiveReceipt;
  /** The last event that erased something; 0 when none did. */
  readonly erased: number;
}

/**
 * Receives a batch. Throws `idempotency_mismatch` for the `Idempotency-Key` of another batch, before anything is stored.
 */
export async function receiveBatch(
  executor: Executor,
  instance: string,
  events: readonly unknown[],
  context: RequestContext,
): Promise<Received> {
  const items = await prepareItems(executor, instance, events);
  if (context.idempotencyKey === undefined) return receiveItems(items, context);
  const whole = { results: sha256Hex(JSON.stringify([instance, ...events.map(nameOf)])) };
  const rehearsed = { ...context, dryRun: true };
  await executor.execute(closeBatch, whole, rehearsed);
  await receiveItems(items, rehearsed);
  const received = await receiveItems(items, context);
  await executor.execute(closeBatch, whole, context);
  return received;
}

/** An item that is parsed and redacted, or the reason for its refusal; with its name in the receipt. */
type ReadyItem = { readonly id: string } & (
  | { readonly receive: Prepared<ObservationState> }
  | { readonly reason: string }
);

/** Parses and redacts items one after another, so that other requests have their turn between them. */
async function prepareItems(
  executor: Executor,
  instance: string,
  events: readonly unknown[],
): Promise<readonly ReadyItem[]> {
  const turn = shareTurns();
  const ready: ReadyItem[] = [];
  for (const [i, event] of events.entries()) {
    const id = nameOf(event, i);
    try {
      const item = parse(HiveItem, event, 'invalid_payload');
      await turn(textSize(item));
      ready.push({ id, receive: await executor.prepare(receiveObservation, { instance, item }) });
    } catch (error) {
      ready.push({ id, reason: reasonOf(error) });
    }
  }
  return ready;
}

/**
 * Receives items in their order; small ones share commits. A bad item does not stop the others. Throws when the vault
 * cannot store at all.
 */
async function receiveItems(
  items: readonly ReadyItem[],
  context: RequestContext,
): Promise<Received> {
  const { idempotencyKey: key } = context;
  const outcomes = await Promise.allSettled(
    items.map(async (item, i) => {
      if ('reason' in item) throw new Rejection('invalid_payload', item.reason);
      return item.receive({ ...context, idempotencyKey: key && `${key} ${i + 1}` });
    }),
  );
  let accepted = 0;
  let erased = 0;
  const skipped: string[] = [];
  const rejected: HiveReceipt['rejected'] = [];
  for (const [i, outcome] of outcomes.entries()) {
    const { id = '' } = items[i] ?? {};
    if (outcome.status === 'rejected' && isForgotten(outcome.reason)) {
      skipped.push(id);
    } else if (outcome.status === 'rejected') {
      rejected.push({ id, reason: reasonOf(outcome.reason) });
    } else if (outcome.value.appended) {
      accepted += 1;
      const { state, position } = outcome.value;
      if (state?.status === 'forgotten') erased = Math.max(erased, position);
    } else {
      skipped.push(id);
    }
  }
  return { receipt: { accepted, skipped, rejected }, erased };
}

/** Whether a repeated item was forgotten since it was received. */
const isForgotten = (error: unknown) => error instanceof Rejection && error.code === 'forgotten';

function reasonOf(error: unknown): string {
  if (error instanceof Rejection && error.code === 'invalid_payload') return error.message;
  throw error;
}

/** The event of an item where it names one; else its place, from 1. */
function nameOf(item: unknown, index: number): string {
  const { event } = membersOf(item);
  return typeof event === 'string' ? event.slice(0, 26) : `#${index + 1}`;
}

/** Who sends a request to a hub. */
export interface HiveSender {
  /** The member whose key came; undefined with the key that all members share. */
  readonly member: HiveMember | undefined;
  /** All members at the time of the request. */
  readonly members: HiveMembers;
}

/** The parts of a hub that decide who may push for which vault. */
interface Gate {
  readonly executor: Executor;
  /** True when a vault sent a note that is kept here, or retracted one. */
  hasReceivedFrom(origin: string): Promise<boolean>;
}

/**
 * Checks that the sender may push notes of a vault, and binds a new key to it. Throws `Rejection('forbidden')` for the vault
 * of another member. With the shared key, only vaults that never had a key of their own are admitted. A key that was issued
 * for any vault is not bound to one whose notes came with the shared key: its holder could rewrite them.
 */
export async function admitOrigin(
  { executor, hasReceivedFrom }: Gate,
  { member, members }: HiveSender,
  origin: string,
  meta: Meta,
): Promise<void> {
  if (!member || member.origin === undefined) requireFree(members, origin);
  if (!member || member.origin === origin) return;
  if (member.origin === undefined && (await hasReceivedFrom(origin))) {
    throw sentWithSharedKey(origin);
  }
  await executor.execute(bindHiveKey, { id: member.id, origin }, { meta });
}

function sentWithSharedKey(origin: string): Rejection {
  return new Rejection(
    'forbidden',
    `origin: notes of the vault ${origin} came here with the key that all vaults shared: ask the owner of this hub for a key ` +
      'that is issued for this origin',
  );
}

/** The sender's name in the log. */
export function actorOfSender({ member }: HiveSender): string {
  return member ? `hive:${member.id}` : 'hive';
}

const NAMES = ['project', 'team', 'author'] as const;

/** UTF-16 units of text in one answer: at most 48 MiB of JSON, and vaults read no more than 64 MiB. */
const MOST_TEXT = 8 * 1024 * 1024;

/**
 * Searches the notes that this hub received, for names as they were sent and gives them so. The longest hits are left out
 * where all together are more than a vault reads, so that nobody's long notes keep the others from being found.
 */
export async function searchReceived(
  find: (search: Search) => Promise<SearchPage>,
  search: Search,
): Promise<SearchHit[]> {
  const { filters, limit } = search;
  const stored = { ...filters, ...changedNames(filters, receivedName) };
  const { hits } = await find({ ...search, filters: stored });
  const isPlain = NAMES.some((of) => stored[of] !== filters[of]);
  // Earlier releases stored plain names as they came.
  const earlier = isPlain ? (await find(search)).hits : [];
  return withoutLongest(mergeHits(hits, earlier).slice(0, limit)).map((hit) => ({
    ...hit,
    ...changedNames(hit, sentName),
  }));
}

/** As many hits as fit into an answer, the shortest first; in their order. */
function withoutLongest(hits: readonly SearchHit[]): readonly SearchHit[] {
  const sized = hits.map((hit) => ({ hit, size: textSize(hit) }));
  const fitting = new Set<SearchHit>();
  let left = MOST_TEXT;
  for (const { hit, size } of sized.toSorted((a, b) => a.size - b.size)) {
    left -= size;
    if (left >= 0) fitting.add(hit);
  }
  return hits.filter((hit) => fitting.has(hit));
}

/** Those of the names that are given, changed. */
function changedNames(
  names: { readonly [K in (typeof NAMES)[number]]?: string | undefined },
  change: (name: string) => string,
) {
  const given = NAMES.flatMap((of) => {
    const name = names[of];
    return name === undefined ? [] : [[of, change(name)] as const];
  });
  return Object.fromEntries(given);
}
