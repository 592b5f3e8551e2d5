import { messageOf } from '../diagnostics/messageOf.js';
import type { RejectionCode } from '../domain/rejection.js';
import { unreachable } from '../domain/unreachable.js';
import { endSession, firstSession } from './agentSession.js';
import { codeIn, idIn, reasonOf } from './vaultAnswer.js';
import type { VaultAnswer, VaultCall } from './vaultCall.js';
import type { Act, Waiting } from './waiting.js';

/** What became of a write: taken, refused for good, or to be sent again, when others may pass meanwhile or not. */
export type Delivery =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'again'; readonly reason: string; readonly mayOthersPass: boolean };

/**
 * Sends a write to a vault, for at most as long as `msLeft` says. It may be sent any number of times, also by several
 * processes at once: the vault has one session for a `client_ref`, one note for an `Idempotency-Key`, and one end of a
 * session with the same summary. Goals and notes belong to the first session of an agent: for something that arrives late,
 * no second one is started.
 */
export async function deliver(
  write: Waiting,
  call: VaultCall,
  msLeft: () => number,
): Promise<Delivery> {
  try {
    return await send(write, call, msLeft);
  } catch (error) {
    return { kind: 'again', reason: messageOf(error), mayOthersPass: false };
  }
}

async function send(write: Waiting, call: VaultCall, msLeft: () => number): Promise<Delivery> {
  const { act } = write;
  switch (act.kind) {
    case 'goal':
      return deliveryOf(await firstSession(write, act.goal, call, msLeft()));
    case 'note':
      return sendNote(write, act, call, msLeft);
    case 'end':
      return deliveryOf(await endSession(write, act.summary, call, msLeft));
    default:
      return unreachable(act);
  }
}

async function sendNote(
  write: Waiting,
  { title, content }: Extract<Act, { readonly kind: 'note' }>,
  call: VaultCall,
  msLeft: () => number,
): Promise<Delivery> {
  const { key, project, sessionRef } = write;
  let session_id: string | undefined;
  if (sessionRef !== undefined) {
    const started = await firstSession(write, undefined, call, msLeft());
    session_id = idIn(started);
    if (session_id === undefined) return deliveryOf(started);
  }
  const body = { type: 'learning', title, content, tags: ['passive'], project, session_id };
  const headers = { 'idempotency-key': key };
  const path = '/api/v1/observations';
  return deliveryOf(await call({ method: 'POST', path, body, headers, timeoutMs: msLeft() }));
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
  if (idIn(answer) !== undefined) return { kind: 'taken' };
  const reason = reasonOf(answer);
  if (OF_THE_WRITE.has(codeIn(answer))) return { kind: 'refused', reason };
  return { kind: 'again', reason, mayOthersPass: !OF_THE_VAULT.has(answer.status) };
}
