import type { ImportObservation, VaultClient } from 'memory-vault-client';
import type { Dialogue, Turn } from './dialogues.js';
import { type Engine, HITS } from './figures.js';

/** Number of items per request. */
const BATCH = 500;

/**
 * Saves each dialogue as a work session and each of its turns as an observation, in order; gives the turns
 * by the id of their observation. Throws an error that lists every turn that was refused, or `VaultError`.
 */
export async function loadDialogues(
  vault: VaultClient,
  dialogues: readonly Dialogue[],
): Promise<ReadonlyMap<string, Turn>> {
  const turns = new Map<string, Turn>();
  const problems: string[] = [];
  // One after the other, so that a set is always loaded in the same order.
  for (const { sessionId, project, turns: said } of dialogues) {
    const started = await vault.POST('/api/v1/sessions', { body: { project } });
    for (let start = 0; start < said.length; start += BATCH) {
      const batch = said.slice(start, start + BATCH);
      const requests = batch.map((turn) => saveRequest(turn, started.data.id));
      const { data } = await vault.POST('/api/v1/observations/batch', { body: requests });
      for (const [i, turn] of batch.entries()) {
        const result = data.results[i];
        const error = result && 'error' in result ? result.error : 'got no id';
        if (result && 'id' in result) turns.set(result.id, turn);
        else problems.push(`${sessionId}, turn ${start + i + 1}: ${error}`);
      }
    }
  }
  if (problems.length === 0) return turns;
  throw new Error(['the service rejected these turns:', ...problems].join('\n'));
}

/** Forced, because a message that occurs twice in a dialogue is two turns. */
function saveRequest(
  { title, text, project, speaker, at }: Turn,
  session_id: string,
): ImportObservation {
  return {
    title,
    content: text,
    type: 'context',
    project,
    author: speaker,
    session_id,
    force: true,
    ...(at !== undefined && { created_at: new Date(at).toISOString() }),
  };
}

/** The service's search over HTTP, with the question as it is. Throws `VaultError` when it refuses a question. */
export function service(vault: VaultClient, turns: ReadonlyMap<string, Turn>): Engine {
  return async ({ text, project }) => {
    const query = { q: text, limit: HITS, ...(project && { project }) };
    const { data } = await vault.GET('/api/v1/search', { params: { query } });
    return data.flatMap(({ id }) => turns.get(id) ?? []);
  };
}
