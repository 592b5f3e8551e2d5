import { z } from 'zod';
import { ObservationType, Tags } from '../../domain/observation.js';
import { normalisedText } from '../../domain/text.js';
import { projectWith } from '../projectOf.js';
import { tool } from '../tool.js';

export const updateTool = tool({
  name: 'memory_update',
  description:
    'Correct or complete a note, rather than saving a second one that contradicts it. Only what is given changes.',
  input: z
    .object({
      id: z.string().trim().min(1),
      title: normalisedText(1, 100).optional(),
      content: normalisedText(1, 524_288).optional().describe('replaces all of it'),
      type: z.string().pipe(ObservationType).optional(),
      tags: Tags.optional(),
    })
    .refine(({ id: _, ...changed }) => Object.values(changed).some((one) => one !== undefined), {
      path: ['title'],
      error: 'or content, type or tags must be given',
    }),
  annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async answer({ id, ...changed }, surroundings) {
    const params = { path: { id } };
    const { data } = await surroundings.vault.PATCH('/api/v1/observations/{id}', {
      params,
      body: changed,
    });
    const { said } = projectWith(surroundings, 'note', data.project);
    return { project: said, updated: `${data.id} revision ${data.revision}` };
  },
});
