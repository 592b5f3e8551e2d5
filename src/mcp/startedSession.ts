import type { Session } from 'memory-vault-client';
import type { Surroundings } from './surroundings.js';

/** Starts a work session, or finds the one that the agent, or its hook, has started under the same reference. */
export async function startedSession(
  { vault, agent, clientRef }: Surroundings,
  project: string,
  goal?: string,
): Promise<Pick<Session, 'id' | 'state'>> {
  const body = { project, goal: goal ?? null, agent: agent ?? null, client_ref: clientRef ?? null };
  return (await vault.POST('/api/v1/sessions', { body })).data;
}

/** The session in which a note is saved; undefined where it cannot be told. A note is not lost for that. */
export async function sessionForSave(
  surroundings: Surroundings,
  project: string,
): Promise<string | undefined> {
  if (surroundings.clientRef === undefined) return undefined;
  try {
    return (await startedSession(surroundings, project)).id;
  } catch {
    return undefined;
  }
}
