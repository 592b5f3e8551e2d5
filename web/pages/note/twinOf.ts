import { api } from '../../base/api.js';
import { searchWords } from './inbox/searchWords.js';

/** A note that says it already. */
export interface Twin {
  readonly id: string;
  readonly title: string;
}

const LOOKED_AT = 5;

/**
 * A note of the same project and title, of those that the words of the title find first. The vault itself finds the same text only
 * within a session, and what people write has none. Undefined also where the search fails: it is a service, and no condition.
 */
export async function twinOf({
  title,
  project,
}: {
  title: string;
  project?: string | null | undefined;
}): Promise<Twin | undefined> {
  const q = searchWords(title);
  if (q === '') return undefined;
  const params = {
    query: { q, limit: LOOKED_AT, content_limit: 1, ...(project && { project }) },
  };
  try {
    const { data } = await api.GET('/api/v1/search', { params });
    const hit = data.find((one) => sameName(one.title, title) && sameName(one.project, project));
    return hit && { id: hit.id, title: hit.title };
  } catch {
    return undefined;
  }
}

/** As people compare them: without case, and whatever stands around. */
function sameName(one: string | null | undefined, other: string | null | undefined): boolean {
  return (one ?? '').trim().toLowerCase() === (other ?? '').trim().toLowerCase();
}
