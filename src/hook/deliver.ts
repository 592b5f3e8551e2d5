import { messageOf } from '../diagnostics/messageOf.js';
import type { RejectionCode } from '../domain/rejection.js';
import { unreachable } from '../domain/unreachable.js';
import { endSession, firstSession } from './agentSession.js';
import { codeIn, idIn, reasonOf } from './vaultAnswer.js';
import type { VaultAnswer, VaultCall } from './vaultCall.js';
import type { Act, Waiting } from './waiting.js';

/** What became of a write: taken, to be sent again, or refused for good. */
export type Delivery =
  | { readonly kind: 'taken' }
  | { readonly kind: 'again' | 'refused'; readonly reason: string };

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
    return { kind: 'again', reason: messageOf(error) };
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

function deliveryOf(answer: VaultAnswer): Delivery {
  if (idIn(answer) !== undefined) return { kind: 'taken' };
  const kind = OF_THE_WRITE.has(codeIn(answer)) ? 'refused' : 'again';
  return { kind, reason: reasonOf(answer) };
}
