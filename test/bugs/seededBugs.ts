/** A bug that somebody could write: `find` stands exactly once in the file and becomes `replace`. */
export interface SeededBug {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Bugs that the model test has to notice, by what they break. */
export const SEEDED_BUGS = {
  'saves at once do not see each other': {
    file: 'src/commands/pendingBatch.ts',
    find: 'held && isSame(held, key)',
    replace: 'held && isSame(held, key) && false',
  },
  'a revised note still holds what it said before': {
    file: 'src/log/sqlite/appendBatch.ts',
    find: 'if (version > 1) {',
    replace: 'if (version > 99) {',
  },
  'forgetting one copy frees the content of the others': {
    file: 'src/log/sqlite/appendBatch.ts',
    find: 'WHERE session_id = ? AND stream = ?',
    replace: 'WHERE session_id = ? AND (stream = ? OR true)',
  },
  'what is forgotten stays in the log': {
    file: 'src/log/sqlite/erase.ts',
    find: 'if (forgets(event.type)) forgetBefore(sql, event);',
    replace: '',
  },
  'of what is erased only the salt is overwritten': {
    file: 'src/log/sqlite/erase.ts',
    find: 'body = CAST(zeroblob(octet_length(body)) AS TEXT)',
    replace: 'body = body',
  },
  'removed words stay in old segments of the search index': {
    file: 'src/projections/search/searchIndex.ts',
    find: "('optimize')",
    replace: "('integrity-check')",
  },
  'what is erased stays in the write-ahead log': {
    file: 'src/sqlite/checkpointWal.ts',
    find: 'TRUNCATE',
    replace: 'PASSIVE',
  },
  'only the newest revision is forgotten': {
    file: 'src/projections/observations.ts',
    find: "'SELECT * FROM observations WHERE id = ?', [data.id]",
    replace: "'SELECT * FROM observations WHERE id = ? AND until IS NULL', [data.id]",
  },
  'what is forgotten stays in the search index': {
    file: 'src/projections/observations.ts',
    find: 'unindex(view, row);',
    replace: '',
  },
  'a revision is counted beside the one before it': {
    file: 'src/projections/observations.ts',
    find: 'countNote(view, before, -1);',
    replace: '',
  },
  'looking back misses the newest event': {
    file: 'src/queries/asOf.ts',
    find: 'position <= :as_of',
    replace: 'position < :as_of',
  },
  'looking back shows two revisions of one note': {
    file: 'src/queries/asOf.ts',
    find: 'until > :as_of',
    replace: 'until >= :as_of',
  },
  'a revision of nothing but tags is lost': {
    file: 'src/commands/reviseObservation.ts',
    find: ' && sameTags(note, tags)',
    replace: '',
  },
  'events are not chained': {
    file: 'src/log/sqlite/appendBatch.ts',
    find: 'link(before, leaf(envelope))',
    replace: 'link(Buffer.alloc(32), leaf(envelope))',
  },
} as const satisfies Record<string, SeededBug>;
