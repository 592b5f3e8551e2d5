import type { Surroundings } from '../tool.js';
import { noteText } from './noteText.js';

/** Proposed notes that are shown at once, and characters of each: one decides about a few, and reads the rest on the page. */
const SHOWN = { notes: 20, characters: 600 };

/**
 * The newest proposed notes of the project at hand, or of all, for a model whose user asked for them: whole but for long ones. Of one
 * that speaks to its reader it is only said that it is there. Empty where there are none.
 */
export async function proposedNotes({
  vault,
  project,
}: Pick<Surroundings, 'vault'> & {
  readonly project?: { readonly project: string } | undefined;
}): Promise<string> {
  const query = { project: project?.project, limit: SHOWN.notes, content_limit: SHOWN.characters };
  const { data, response } = await vault.GET('/api/v1/inbox', { params: { query } });
  const texts = data.map(({ state: _, ...note }) => noteText(note));
  const more = Number(response.headers.get('x-total-count')) - data.length;
  return [...texts, ...(more > 0 ? [`${more} more: the inbox of the page has them`] : [])].join(
    '\n\n',
  );
}
