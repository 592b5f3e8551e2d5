import { z } from 'zod';
import { Session } from '../../tools/answers.js';
import type { Client } from '../../tools/client.js';
import type { Dialogue, Turn } from './dataset.js';

const Saved = z.object({
  results: z.array(z.object({ id: z.string().optional(), error: z.string().optional() })),
});

/** Number of items per request. */
const BATCH = 500;

/**
 * Saves each dialogue as a work session and each of its turns as an observation, in order; gives the turns
 * by the id of their observation. Throws an error that lists every turn that was refused, or `CallFailed`.
 */
export async function loadDialogues(
  client: Client,
  dialogues: readonly Dialogue[],
): Promise<ReadonlyMap<string, Turn>> {
  const turns = new Map<string, Turn>();
  const problems: string[] = [];
  // One after the other, so that a set is always loaded in the same order.
  for (const { sessionId, project, turns: said } of dialogues) {
    const started = await client.call('POST', '/api/v1/sessions', Session, { project });
    for (let start = 0; start < said.length; start += BATCH) {
      const batch = said.slice(start, start + BATCH);
      const requests = batch.map((turn) => saveRequest(turn, started.body.id));
      const path = '/api/v1/observations/batch';
      const { results } = (await client.call('POST', path, Saved, requests)).body;
      for (const [i, turn] of batch.entries()) {
        const { id, error } = results[i] ?? {};
        if (id !== undefined) turns.set(id, turn);
        else problems.push(`${sessionId}, turn ${start + i + 1}: ${error ?? 'got no id'}`);
      }
    }
  }
  if (problems.length === 0) return turns;
  throw new Error(['the service rejected these turns:', ...problems].join('\n'));
}

/** Forced, because a message that occurs twice in a dialogue is two turns. */
function saveRequest({ title, text, project, speaker, at }: Turn, session_id: string) {
  return {
    ...{ title, content: text, type: 'context', project, author: speaker, session_id, force: true },
    ...(at !== undefined && { created_at: new Date(at).toISOString() }),
  };
}
