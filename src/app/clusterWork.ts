export type { Partition } from '../cluster/postgres/ownerWork.js';

/** What commands do with a shared log. Each part is loaded when it is used: nobody else needs a client of PostgreSQL. */
export const clusterWork = {
  /** Moving a log there and back. */
  toPostgres: () => import('../cluster/moveToPostgres.js'),
  toSqlite: () => import('../cluster/moveToSqlite.js'),
  /** Comparing it with the copy of a node. */
  compare: () => import('../cluster/compareShared.js'),
  /** Looking at it once. */
  glance: () => import('../cluster/postgres/sharedHead.js'),
  /** Making its tables. */
  prepare: () => import('../cluster/postgres/openPostgres.js'),
  /** Checking its hashes without this program. */
  sql: () => import('../cluster/postgres/checkInSql.js'),
  /** What only the owner of the tables may do. */
  owner: () => import('../cluster/postgres/ownerWork.js'),
  connect: () => import('../cluster/postgres/connect.js'),
};
