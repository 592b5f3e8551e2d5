import type { Sql } from '../sqlite/sqlite.js';

/** The same file, whose reads throw `refusal(error)` where SQLite throws `error`. */
export function guardedReads(sql: Sql, refusal: (error: unknown) => unknown): Sql {
  function guarded<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw refusal(error);
    }
  }
  return {
    ...sql,
    get: <Row>(...query: Parameters<Sql['get']>) => guarded(() => sql.get<Row>(...query)),
    all: <Row>(...query: Parameters<Sql['all']>) => guarded(() => sql.all<Row>(...query)),
    *each<Row>(...query: Parameters<Sql['each']>) {
      try {
        yield* sql.each<Row>(...query);
      } catch (error) {
        throw refusal(error);
      }
    },
  };
}
