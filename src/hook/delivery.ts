import { messageOf, sentenceOf } from '../diagnostics/diagnostic.js';
import { nthClientRef } from '../domain/clientRef.js';
import type { RejectionCode } from '../domain/rejection.js';
import { formatTime } from '../domain/time.js';
import { MOST_TELLINGS } from '../domain/told.js';
import { Marks } from './marks.js';
import { isTold, type Outbox } from './outbox.js';
import {
  callIn,
  codeIn,
  idIn,
  isWrongField,
  LATE,
  reasonOf,
  type VaultAnswer,
  type VaultCall,
  withinBudget,
} from './vaultCall.js';
import {
  type Act,
  isFor,
  isOfSameSession,
  toldTogether,
  type Waiting,
  type Whose,
} from './write.js';

/** What writes are sent from, and for how long. */
export interface Outgoing {
  readonly outbox: Outbox;
  /** How long a vault may still be waited for, in milliseconds. */
  readonly msLeft: () => number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Recording extends Outgoing {
  /** Finds the vault. Rejects with a sentence where there is none. */
  readonly findVault: () => Promise<VaultCall>;
}

/** What became of writes. */
interface Recorded {
  /** Why one of them was not taken; undefined where the vault has them all. */
  readonly problem: string | undefined;
  /** Whether each waits on disk, or is in the vault: none is lost. */
  readonly isSafe: boolean;
}

/**
 * Records writes. Each is in the outbox before anything waits for a vault, however busy the machine is, and leaves it once the
 * vault has answered: whatever ends this process, it is sent now or later. The budget bounds the sending alone.
 */
export async function record(
  writes: readonly Waiting[],
  { findVault, ...outgoing }: Recording,
): Promise<Recorded> {
  if (writes.length === 0) return { problem: undefined, isSafe: true };
  const kept = writes.map((write) => ({ write, ...keep(outgoing, write) }));
  const lost = new Set(kept.filter(({ name }) => name === undefined));
  let why: string | undefined;
  const send = async () => {
    const call = await findVault();
    for (const one of kept) {
      const files = one.name === undefined ? [] : [one.name];
      const { delivery, problem } = await settle(files, one.write, call, outgoing);
      if (delivery.kind === 'taken') why ??= problem;
      else why = delivery.reason;
      if (delivery.kind === 'taken') lost.delete(one);
      if (delivery.kind === 'again' && !delivery.mayOthersPass) break;
    }
  };
  const sending = send().then(() => why, sentenceOf);
  why = await withinBudget(sending, outgoing.msLeft(), LATE);
  const [first] = lost;
  if (first === undefined) return { problem: why, isSafe: true };
  const notKept = `it could not be stored and is lost (${first.why})`;
  return { problem: why === undefined ? notKept : `${why}; ${notKept}`, isSafe: false };
}

/** Keeps a write until it is sent. */
export function keep(
  { outbox, now }: Pick<Outgoing, 'outbox' | 'now'>,
  write: Waiting,
): { name?: string; why?: string } {
  try {
    return { name: outbox.add(write, now) };
  } catch (error) {
    // It is sent all the same.
    return { why: sentenceOf(error) };
  }
}

export interface Sent {
  /** The files that were sent in vain, and why. They wait on. */
  readonly inVain: ReadonlyMap<string, string>;
  /** Why the outbox does not show what was sent. */
  readonly problem: string | undefined;
}

/** Sent at the start or end of a session. Some, because the session waits; the next one goes on. */
const AT_ONCE = 20;

/** Sends what waits for the vault of a session, in the order of the outbox. */
export async function sendWaiting(
  whose: Whose,
  call: VaultCall,
  outgoing: Outgoing,
): Promise<Sent> {
  const { outbox, msLeft, now } = outgoing;
  const inVain = new Map<string, string>();
  let firstProblem: string | undefined;
  let sent = 0;
  const names = [...outbox.names()];
  /** What sessions without a prompt were told at their start. */
  const starts: string[] = [];
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    if (sent === AT_ONCE || msLeft() <= 0) break;
    const write = outbox.read(name);
    if (write === undefined || !isFor(write, whose)) continue;
    if (!hasBegun(write, outbox)) {
      if (mayBegin(write, now)) starts.push(name);
      else outbox.remove(name);
      continue;
    }
    sent += 1;
    const others = takeTold(write, [starts, names], outbox);
    const whole = others.size === 0 ? write : toldTogether(write, [...others.values()]);
    const files = [name, ...others.keys()];
    const { delivery, problem } = await settle(files, whole, call, outgoing);
    firstProblem ??= problem;
    if (delivery.kind !== 'again') continue;
    for (const file of files) if (!isTold(file)) inVain.set(file, delivery.reason);
    if (!delivery.mayOthersPass) break;
  }
  return { inVain, problem: firstProblem };
}

/** Takes out of lists of names what else was told in the session of a telling, as much as a vault takes at once. */
function takeTold(
  write: Waiting,
  lists: readonly string[][],
  outbox: Outbox,
): ReadonlyMap<string, Waiting> {
  const taken = new Map<string, Waiting>();
  if (write.act.kind !== 'told') return taken;
  for (const names of lists) {
    for (const name of names.filter(isTold)) {
      if (taken.size === MOST_TELLINGS - 1) return taken;
      const other = outbox.read(name);
      if (other?.act.kind !== 'told' || !isOfSameSession(other, write)) continue;
      taken.set(name, other);
      names.splice(names.indexOf(name), 1);
    }
  }
  return taken;
}

/** A session begins with its first prompt: what an agent was told at its start begins none. */
function hasBegun({ act, agent, sessionRef = '' }: Waiting, outbox: Outbox): boolean {
  if (act.kind !== 'told' || act.tellings.some(({ moment }) => moment !== 'start')) return true;
  return new Marks(outbox, 'prompted', agent, sessionRef).has();
}

/** So long, a session may wait for its first prompt, in seconds. */
const BEGINS_WITHIN = 86_400;

/** Whether what an agent was told at the start of a session is not yet too old for a first prompt. */
const mayBegin = ({ act }: Waiting, now: number): boolean =>
  act.kind !== 'told' || act.tellings.some(({ at }) => now / 1_000 - at < BEGINS_WITHIN);

/** What became of a write: taken, refused for good, or to be sent again, when others may pass meanwhile or not. */
type Delivery =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'again'; readonly reason: string; readonly mayOthersPass: boolean };

/**
 * Sends a write to a vault, for at most as long as `msLeft` says, and does in the outbox what the answer means for its files, if
 * it has any; `problem` says why the outbox does not show it. Never rejects. A write may be sent any number of times, also by
 * several processes at once: the vault has one session for a `client_ref`, one note for an `Idempotency-Key`, and one end of a
 * session with the same summary. Goals and notes belong to the first session of an agent: for something that arrives late,
 * no second one is started.
 */
async function settle(
  names: readonly string[],
  write: Waiting,
  call: VaultCall,
  { outbox, msLeft, now }: Outgoing,
): Promise<{ readonly delivery: Delivery; readonly problem?: string | undefined }> {
  const own = callIn(write.repository, call);
  const delivery = await send(write, own, msLeft).catch((error): Delivery => {
    return { kind: 'again', reason: messageOf(error), mayOthersPass: false };
  });
  const problem = outbox.change(() => {
    for (const name of names) {
      if (delivery.kind === 'taken') outbox.remove(name);
      if (delivery.kind === 'refused') outbox.refuse(name, delivery.reason);
      // The next session tries the others first: there is not always time for all.
      if (delivery.kind === 'again' && delivery.mayOthersPass) outbox.putLast(name, now);
    }
  });
  return { delivery, problem };
}

async function send(write: Waiting, call: VaultCall, msLeft: () => number): Promise<Delivery> {
  const { act } = write;
  switch (act.kind) {
    case 'goal':
      return deliveryOf(await startNth(write, 1, call, msLeft(), act.goal));
    case 'note':
      return sendNote(write, act, call, msLeft);
    case 'end':
      return deliveryOf(await endSession(write, act.summary, call, msLeft));
    case 'told':
      return sendTold(write, act, call, msLeft);
  }
}

async function sendTold(
  write: Waiting,
  { tellings }: Extract<Act, { readonly kind: 'told' }>,
  call: VaultCall,
  msLeft: () => number,
): Promise<Delivery> {
  const started = await startNth(write, 1, call, msLeft());
  const id = idIn(started);
  if (id === undefined) return deliveryOf(started);
  const told = tellings.map(({ at, ...telling }) => ({ ...telling, at: formatTime(at) }));
  const path = `/api/v1/sessions/${id}/told`;
  const headers = { 'idempotency-key': write.key };
  const answer = await call({ method: 'POST', path, body: { told }, headers, timeoutMs: msLeft() });
  const delivery = deliveryOf(answer);
  // Nobody is to be told of a record that is refused, or that an older vault does not keep.
  return delivery.kind === 'refused' || answer.status === 404 ? { kind: 'taken' } : delivery;
}

async function sendNote(
  write: Waiting,
  { title, content, head }: Extract<Act, { readonly kind: 'note' }>,
  call: VaultCall,
  msLeft: () => number,
): Promise<Delivery> {
  const { key, project, sessionRef } = write;
  let session_id: string | undefined;
  if (sessionRef !== undefined) {
    const started = await startNth(write, 1, call, msLeft());
    session_id = idIn(started);
    if (session_id === undefined) return deliveryOf(started);
  }
  const body = { type: 'learning', title, content, tags: ['passive'], project, session_id };
  const headers = { 'idempotency-key': key };
  const path = '/api/v1/observations';
  const post = (sent: object) =>
    call({ method: 'POST', path, body: sent, headers, timeoutMs: msLeft() });
  const proposed = { ...body, state: 'proposed' };
  const first = head === undefined ? undefined : await post({ ...proposed, anchors: [head] });
  // An older vault knows no anchors, and any vault may refuse one.
  const isTaken = first !== undefined && codeIn(first) !== 'invalid_payload';
  const answer = isTaken ? first : await post(proposed);
  // An older vault knows no state: there, it counts at once, as it did.
  const isUnknown = codeIn(answer) === 'invalid_payload' && isWrongField(answer, '/state');
  return deliveryOf(isUnknown ? await post(body) : answer);
}

/**
 * What a vault refuses because of the write itself, and would refuse each time. All else may pass: a missing credential, a
 * limit, a fault of the service, and an address that leads to something else.
 */
const OF_THE_WRITE: ReadonlySet<string | undefined> = new Set<RejectionCode>([
  'invalid_payload',
  'payload_too_large',
  'forbidden',
  'conflict',
  'session_ended',
  'idempotency_mismatch',
]);

/** Statuses that any other write would get now, too. Not 500: that may be a fault of the service with this one write. */
const OF_THE_VAULT: ReadonlySet<number> = new Set([401, 408, 425, 429, 502, 503, 504]);

function deliveryOf(answer: VaultAnswer): Delivery {
  // It was taken before, and somebody wanted it gone since.
  if (idIn(answer) !== undefined || codeIn(answer) === 'forgotten') return { kind: 'taken' };
  const reason = reasonOf(answer);
  if (OF_THE_WRITE.has(codeIn(answer))) return { kind: 'refused', reason };
  return { kind: 'again', reason, mayOthersPass: !OF_THE_VAULT.has(answer.status) };
}

/** So many sessions of one reference are looked at; none has ended so often, and a hook has to end as well. */
const MOST_SESSIONS = 100;

/** Ends the session of an agent, or the next one where it has ended with another summary. */
async function endSession(
  whose: Whose,
  summary: string,
  call: VaultCall,
  msLeft: () => number,
): Promise<VaultAnswer> {
  for (let nth = 1; ; nth += 1) {
    const started = await startNth(whose, nth, call, msLeft());
    const id = idIn(started);
    if (id === undefined) return started;
    const path = `/api/v1/sessions/${id}`;
    const ended = await call({ method: 'PUT', path, body: { summary }, timeoutMs: msLeft() });
    if (codeIn(ended) !== 'session_ended' || nth === MOST_SESSIONS) return ended;
  }
}

/**
 * Starts a session of an agent, or finds the one that was started for the same `client_ref`. That one may have ended: it takes
 * notes all the same.
 */
function startNth(
  { agent, project, sessionRef }: Whose,
  nth: number,
  call: VaultCall,
  timeoutMs: number,
  goal?: string,
): Promise<VaultAnswer> {
  const client_ref = sessionRef && nthClientRef(sessionRef, nth);
  const body = { project, agent, client_ref, goal };
  return call({ method: 'POST', path: '/api/v1/sessions', body, timeoutMs });
}
