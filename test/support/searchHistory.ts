import type { ObservationRow } from '../../src/projections/observationRow.js';
import { searchViews } from './searchViews.js';

/** What a revision may change. */
type Words = Partial<Pick<ObservationRow, 'title' | 'content' | 'tags' | 'type'>>;
type Place = Partial<
  Pick<ObservationRow, 'session_id' | 'project' | 'team' | 'author' | 'created_at'>
>;

/** A note as it is saved; the same `id` again revises it. */
export type Saved = Words & Place & { readonly id: string };

/** The read model after some notes were saved and revised, in this order. */
export function searchHistory(history: readonly Saved[]) {
  const newest = new Map<string, number>();
  const rows: Partial<ObservationRow>[] = [];
  for (const [i, { id, title, content, tags, type, ...place }] of history.entries()) {
    const before = rows[newest.get(id) ?? -1];
    const words = { title: title ?? 'a note', content: content ?? '-', tags: tags ?? '[]' };
    const { revision = 0, ...kept } = before ?? { ...place, id, first: i + 1 };
    const made = { ...kept, until: null, revision: revision + 1, type: type ?? 'task' };
    // The same whatever was saved before.
    const times = { created_at: kept.created_at ?? 1_700_000_000, recorded_at: 1_700_000_000 };
    rows.push({ ...made, ...words, ...times });
    if (before) Object.assign(before, { until: i + 1 });
    newest.set(id, i);
  }
  return searchViews(rows);
}
