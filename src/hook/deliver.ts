import { messageOf } from '../diagnostics/messageOf.js';
import { unreachable } from '../domain/unreachable.js';
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
 * The id of the session or note that a vault answered with: each of its answers to a write has one. A note that the session
 * has already is answered with `existing_id`.
 */
export function idIn({ status, body }: VaultAnswer): string | undefined {
  const { id, existing_id } = (body ?? {}) as Record<string, unknown>;
  const named = id ?? existing_id;
  return status >= 200 && status < 300 && typeof named === 'string' ? named : undefined;
}

/** Why a vault did not do what was asked, in its own words if it said some. */
export function reasonOf({ status, body }: VaultAnswer): string {
  const { detail } = (body ?? {}) as Record<string, unknown>;
  if (status >= 200 && status < 300) return 'what answers is no vault';
  return typeof detail === 'string' ? `${status}: ${detail.slice(0, 200)}` : `status ${status}`;
}

/**
 * A missing credential, a limit and a fault of the service pass; any other refusal would come again each time. So does
 * everything that no vault says: a proxy before it answers by itself while the vault is down.
 */
function deliveryOf(answer: VaultAnswer): Delivery {
  if (idIn(answer) !== undefined) return { kind: 'taken' };
  const { status } = answer;
  const isRefused = status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
  return { kind: isRefused && isProblem(answer) ? 'refused' : 'again', reason: reasonOf(answer) };
}

/** True for the body of a vault's own error answers. */
function isProblem({ status, body }: VaultAnswer): boolean {
  const problem = (body ?? {}) as Record<string, unknown>;
  return typeof problem.code === 'string' && problem.status === status;
}
