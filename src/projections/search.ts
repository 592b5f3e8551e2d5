import type { Projection } from './projection.js';

/** The full-text index; its row ids are those of `observations`. */
export const search = {
  name: 'search',
  version: 1,
  tables: {
    // Contentless: the text is kept once, in `observations`.
    observations_fts: `
      CREATE VIRTUAL TABLE observations_fts USING fts5 (
        title, content, tags,
        content = '', contentless_delete = 1,
        tokenize = 'porter unicode61 remove_diacritics 2'
      );
      CREATE VIRTUAL TABLE observations_terms USING fts5vocab (observations_fts, instance);`,
  },
  handlers: {
    'observation.saved': (view, { data, position }) => {
      view.run('INSERT INTO observations_fts (rowid, title, content, tags) VALUES (?, ?, ?, ?)', [
        position,
        data.title,
        data.content,
        data.tags.join('\n'),
      ]);
    },
  },
  // The index's own tables differ by how many rows were inserted at a time; what it finds does not.
  dumps: {
    observations_fts:
      'SELECT term, doc, col, "offset" FROM observations_terms ORDER BY term, doc, col, "offset"',
  },
} satisfies Projection;
