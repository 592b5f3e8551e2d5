import type { VaultClient } from 'memory-vault-client';
import { z } from 'zod';
import { ObservationType, Tags } from '../../domain/observation.js';
import { normalisedText } from '../../domain/text.js';
import { oneProjectOf } from '../projectOf.js';
import { sessionForSave } from '../startedSession.js';
import { fenced } from '../text/fenced.js';
import { indexRows } from '../text/indexRows.js';
import { tool } from '../tool.js';

const MOST_SIMILAR = 3;

export const saveTool = tool({
  name: 'memory_save',
  description:
    'Save one fact once it is settled: a decision and why, a cause, a trap, a lesson. Not what the code or git says. ' +
    'Secrets are redacted. Where a similar note exists, memory_update it instead.',
  input: z.object({
    type: ObservationType,
    title: normalisedText(1, 100).describe('a sentence of at most 100 characters'),
    content: normalisedText(1, 524_288).describe('what, why, where'),
    tags: Tags.optional(),
    project: z.string().optional(),
    session_id: z.string().optional(),
  }),
  annotations: { openWorldHint: false, destructiveHint: false },
  async answer({ project, session_id, ...note }, surroundings) {
    const { vault } = surroundings;
    const { name, said } = oneProjectOf(surroundings, project);
    const session = session_id ?? (await sessionForSave(surroundings, name));
    const body = { ...note, project: name, ...(session !== undefined && { session_id: session }) };
    const { data } = await vault.POST('/api/v1/observations', { body });
    if ('existing_id' in data) {
      return {
        project: said,
        existing: `${data.existing_id}: this session already holds the same note`,
      };
    }
    return {
      project: said,
      saved: data.id,
      ...(await similarTo(vault, name, note.title, data.id)),
    };
  },
});

/** Notes that may say the same already. The note is saved, whether they can be found or not. */
async function similarTo(vault: VaultClient, project: string, title: string, saved: string) {
  try {
    const query = { q: title, project, limit: MOST_SIMILAR + 1 };
    const { data } = await vault.GET('/api/v1/search', { params: { query } });
    const others = data.filter(({ id }) => id !== saved).slice(0, MOST_SIMILAR);
    return others.length > 0 ? { similar: fenced(indexRows(others).join('\n')) } : {};
  } catch {
    return {};
  }
}
