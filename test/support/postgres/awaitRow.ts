import type { PostgresServer } from '../../../tools/postgres/postgresServer.js';
import { eventually } from '../eventually.js';

export type Row = Record<string, unknown>;

/** Waits until a query has a row, and gives the first. */
export function awaitRow(
  { sql }: { readonly sql: (text: string) => Promise<Row[]> },
  query: string,
): Promise<Row> {
  return eventually(`there was a row of ${query}`, async () => {
    const [row] = await sql(query);
    if (!row) throw new Error('there is none');
    return row;
  });
}

/** Waits until a commit waits for the standby. */
export const awaitSync = (server: Pick<PostgresServer, 'sql'>) =>
  awaitRow(server, `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
