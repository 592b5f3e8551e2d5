import { api } from './api.js';

/** The titles of up to 50 notes by their ids, of those that are there. */
export async function titlesOf(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const query = { ids: [...new Set(ids)].join() };
  const { data } = await api.GET('/api/v1/observations', { params: { query }, signal });
  // The other type of the answer is that to a list.
  const notes = 'observations' in data ? data.observations : data;
  return new Map(notes.map(({ id, title }) => [id, title]));
}
