import { nthClientRef } from '../domain/nthClientRef.js';
import { codeIn, idIn } from './vaultAnswer.js';
import type { VaultAnswer, VaultCall } from './vaultCall.js';
import type { Whose } from './waiting.js';

/** So many sessions of one reference are looked at; none has ended so often, and a hook has to end as well. */
const MOST_SESSIONS = 100;

/**
 * Starts the first session of an agent, or finds the one that was started for the same `client_ref`, which may have ended:
 * it takes notes all the same.
 */
export function firstSession(
  whose: Whose,
  goal: string | undefined,
  call: VaultCall,
  timeoutMs: number,
): Promise<VaultAnswer> {
  return startNth(whose, { nth: 1, goal }, call, timeoutMs);
}

/** Ends the session of an agent, or the next one where it has ended with another summary. */
export async function endSession(
  whose: Whose,
  summary: string,
  call: VaultCall,
  msLeft: () => number,
): Promise<VaultAnswer> {
  for (let nth = 1; ; nth += 1) {
    const started = await startNth(whose, { nth }, call, msLeft());
    const id = idIn(started);
    if (id === undefined) return started;
    const path = `/api/v1/sessions/${id}`;
    const ended = await call({ method: 'PUT', path, body: { summary }, timeoutMs: msLeft() });
    if (codeIn(ended) !== 'session_ended' || nth === MOST_SESSIONS) return ended;
  }
}

function startNth(
  { agent, project, sessionRef }: Whose,
  { nth, goal }: { readonly nth: number; readonly goal?: string | undefined },
  call: VaultCall,
  timeoutMs: number,
): Promise<VaultAnswer> {
  const client_ref = sessionRef && nthClientRef(sessionRef, nth);
  const body = { project, agent, client_ref, goal };
  return call({ method: 'POST', path: '/api/v1/sessions', body, timeoutMs });
}
