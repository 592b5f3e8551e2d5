import { EVERYTHING, wallOf } from '../../src/domain/caller.js';
import { projectKey } from '../../src/domain/names.js';
import { countNote, writeCounts } from '../../src/projections/observationCounts.js';
import {
  aboutAnchors,
  aboutTexts,
  type ObservationRow,
} from '../../src/projections/observationRow.js';
import { observations } from '../../src/projections/observations.js';
import { index } from '../../src/projections/searchIndex.js';
import type { Search } from '../../src/queries/search/parse.js';
import { openSqlite, type Sql } from '../../src/sqlite/sqlite.js';
import { searchAll } from './searchAll.js';

/** The read model for searches without a vault, which is filled with thousands of notes quickly. */
export function searchViews(notes: readonly Partial<ObservationRow>[], file = ':memory:') {
  const views = openSqlite(file, 'OFF');
  for (const ddl of Object.values(observations.tables)) views.db.exec(ddl);
  views.db.exec(observations.indexes);
  const rows = notes.map((note, i) => rowOf(note, i + 1));
  views.db.transaction(() => {
    for (const row of rows) insert(views, row);
    writeCounts(views);
  })();
  const search = (q: string, more: Partial<Search> = {}) =>
    searchAll(views, {
      q,
      sees: EVERYTHING,
      filters: { at: 0 },
      limit: 20,
      offset: 0,
      snippet: false,
      ...more,
    });
  return {
    views,
    rows,
    search,
    titles: (q: string, more?: Partial<Search>) => search(q, more).hits.map(({ title }) => title),
  };
}

/** A note with the fields that a test sets. */
export function rowOf(note: Partial<ObservationRow>, position: number): ObservationRow {
  const texts = { title: `note ${position}`, content: '-', ...note };
  return {
    position,
    first: position,
    until: null,
    revision: 1,
    id: `note ${position}`,
    session_id: null,
    project: null,
    team: null,
    country: null,
    type: 'task',
    project_key: note.project ? projectKey(note.project) : null,
    wall: wallOf(note.team),
    saved_by: 'anonymous',
    ...texts,
    ...aboutTexts(texts),
    tags: '[]',
    ...aboutAnchors(),
    valid_until: null,
    review_after: null,
    suspect: null,
    claim: null,
    author: null,
    origin: null,
    created_at: 1_700_000_000 + position,
    recorded_at: 1_700_000_000 + position,
    redactions: '[]',
    ...note,
  };
}

function insert(views: Sql, row: ObservationRow): void {
  if (row.until === null) countNote(views, row, 1);
  const columns = Object.keys(row);
  views.run(
    `INSERT INTO observations (${columns.join()}) VALUES (${columns.map((column) => `:${column}`).join()})`,
    { ...row },
  );
  index(views, row);
}
