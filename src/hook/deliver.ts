import { messageOf } from '../diagnostics/messageOf.js';
import type { RejectionCode } from '../domain/rejection.js';
import { unreachable } from '../domain/unreachable.js';
import { codeIn, idIn, reasonOf } from './vaultAnswer.js';
import type { VaultAnswer, VaultCall } from './vaultCall.js';
import type { Waiting, Whose } from './waiting.js';

/** What became of a write: taken, to be sent again, or refused for good. */
export type Delivery =
  | { readonly kind: 'taken' }
  | { readonly kind: 'again' | 'refused'; readonly reason: string };

/**
 * Sends a write to a vault, for at most as long as `msLeft` says. It may be sent any number of times, also by several
 * processes at once: the vault has one session for a `client_ref`, one note for an `Idempotency-Key`, and one end of a
 * session with the same summary.
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
  const { act, key, project, sessionRef } = write;
  if (act.kind === 'goal') return deliveryOf(await startSession(write, act.goal, call, msLeft()));
  let session: string | undefined;
  if (sessionRef !== undefined) {
    const started = await startSession(write, undefined, call, msLeft());
    session = idIn(started);
    if (session === undefined) return deliveryOf(started);
  }
  switch (act.kind) {
    case 'note': {
      const { title, content } = act;
      const note = { type: 'learning', title, content, tags: ['passive'], project };
      const body = { ...note, session_id: session };
      const headers = { 'idempotency-key': key };
      const path = '/api/v1/observations';
      return deliveryOf(await call({ method: 'POST', path, body, headers, timeoutMs: msLeft() }));
    }
    case 'end': {
      const path = `/api/v1/sessions/${session}`;
      const body = { summary: act.summary };
      return deliveryOf(await call({ method: 'PUT', path, body, timeoutMs: msLeft() }));
    }
    default:
      return unreachable(act);
  }
}

/** Starts the session of an agent, or finds the one that was started for the same `client_ref`. */
export function startSession(
  { agent, project, sessionRef }: Whose,
  goal: string | undefined,
  call: VaultCall,
  timeoutMs: number,
): Promise<VaultAnswer> {
  const body = { project, agent, client_ref: sessionRef, goal };
  return call({ method: 'POST', path: '/api/v1/sessions', body, timeoutMs });
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
