/** The tables of a database by their names, with the names of their columns. */
export type Tables = ReadonlyMap<string, ReadonlySet<string>>;

/** What each database is told by: a table that only it has, and columns of it. The first that fits counts. */
const SIGNS = [
  ['memory-vault', 'events', ['position', 'stream', 'commitment']],
  ['memory-vault', 'cursors', ['name', 'version', 'position']],
  ['engram', 'observations', ['session_id', 'scope', 'title', 'content']],
  ['korva', 'observations', ['session_id', 'team', 'country', 'title', 'content', 'tags']],
  ['claude-mem', 'observations', ['memory_session_id', 'created_at_epoch']],
  ['claude-mem', 'observations', ['sdk_session_id', 'created_at_epoch']],
  ['claude-mem', 'memories', ['session_id', 'text', 'created_at_epoch']],
  ['mcp-memory-service', 'memories', ['content_hash', 'content', 'memory_type']],
] as const;

/** The programs whose databases are told from one another. */
export type DatabaseKind = (typeof SIGNS)[number][0];

/** Whose database has these tables; undefined for one that nobody knows. */
export function databaseKind(tables: Tables): DatabaseKind | undefined {
  const found = SIGNS.find(([, table, columns]) => {
    const there = tables.get(table);
    return there !== undefined && columns.every((column) => there.has(column));
  });
  return found?.[0];
}
