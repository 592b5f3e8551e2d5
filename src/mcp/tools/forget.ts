import { z } from 'zod';
import { formC } from '../../domain/unicode.js';
import { visibleLine } from '../../domain/untrustedText.js';
import { Failure } from '../answer.js';
import { projectWith } from '../projectOf.js';
import { tool } from '../tool.js';

/** Seconds for erasing it from the files, in which the call still answers in time. */
const WAIT_S = 5;

export const forgetTool = tool({
  name: 'memory_forget',
  description:
    'Erase a note for good: only when the user asks for it, or when a secret was saved. What is merely wrong is updated.',
  input: z.object({
    id: z.string().trim().min(1),
    title: z.string().describe('its whole title'),
  }),
  annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async answer({ id, title }, surroundings) {
    const { vault } = surroundings;
    const { data: note } = await vault.GET('/api/v1/observations/{id}', {
      params: { path: { id } },
    });
    if (!isTitle(title, note.title)) {
      throw new Failure('title_mismatch', `the note ${note.id} has another title`, {
        next: 'Read it with memory_get and give its whole title, if it is the one',
      });
    }
    const { response } = await vault.DELETE('/api/v1/observations/{id}', {
      params: { path: { id: note.id } },
      headers: { Prefer: `wait=${WAIT_S}` },
    });
    const pending =
      response.status === 202 ? ': gone from all answers, and soon from the files' : '';
    return {
      project: projectWith(surroundings, 'note', note.project).said,
      forgotten: `${note.id}${pending}`,
    };
  },
});

/** As it is stored, or as it was shown. */
function isTitle(given: string, title: string): boolean {
  const wanted = formC(given.trim());
  return wanted === title || wanted === visibleLine(title);
}
