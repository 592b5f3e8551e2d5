import type { Session } from 'memory-vault-client';
import { failureOf } from './failure.js';
import type { Surroundings } from './surroundings.js';

type Started = Pick<Session, 'id' | 'state'>;

/**
 * Starts a work session, or finds the one that the agent, or its hook, has started under the same reference. After an
 * ended one comes another.
 */
export async function startedSession(
  surroundings: Surroundings,
  project: string,
  goal?: string,
): Promise<Started> {
  for (let nth = 1; ; nth += 1) {
    const session = await nthSession(surroundings, { project, goal, nth });
    if (session.state !== 'ended') return session;
  }
}

/** Ends the agent's session, or the next one where it has ended with another summary. */
export async function endedSession(
  surroundings: Surroundings,
  project: string,
  { goal, summary }: { goal?: string | undefined; summary: string },
): Promise<Started> {
  for (let nth = 1; ; nth += 1) {
    const { id } = await nthSession(surroundings, { project, goal, nth });
    try {
      return await endSession(surroundings, id, summary);
    } catch (error) {
      if (failureOf(error).code !== 'session_ended') throw error;
    }
  }
}

/** Ends the session with that id. Once more with the same summary changes nothing. */
export async function endSession(
  { vault }: Surroundings,
  id: string,
  summary: string,
): Promise<Started> {
  const params = { path: { id } };
  return (await vault.PUT('/api/v1/sessions/{id}', { params, body: { summary } })).data;
}

/** An agent has one reference for all that it does: a number behind it tells its second session from its first. */
async function nthSession(
  { vault, agent, clientRef }: Surroundings,
  { project, goal, nth }: { project: string; goal?: string | undefined; nth: number },
): Promise<Started> {
  const client_ref =
    clientRef === undefined ? null : nth === 1 ? clientRef : `${clientRef} (${nth})`;
  const body = { project, goal: goal ?? null, agent: agent ?? null, client_ref };
  return (await vault.POST('/api/v1/sessions', { body })).data;
}

/** The session in which a note is saved; undefined where it cannot be told: a note is not lost for that. Rejects where nobody answers. */
export async function sessionForSave(
  surroundings: Surroundings,
  project: string,
): Promise<string | undefined> {
  if (surroundings.clientRef === undefined) return undefined;
  try {
    return (await startedSession(surroundings, project)).id;
  } catch (error) {
    // The save would only wait as long again.
    if (failureOf(error).code === 'unreachable') throw error;
    return undefined;
  }
}
