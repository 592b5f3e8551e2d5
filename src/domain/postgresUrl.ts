/** Where a PostgreSQL is, and as whom to connect. */
export interface PostgresPlace {
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  readonly sslMode: string;
  readonly sslRootCert: string | undefined;
}

/** Parses `postgres://user@a,b:5433/database?sslmode=verify-full`. Throws an error that never holds the URL. */
export function parsePostgresUrl(text: string): PostgresPlace {
  const [, user, password, hosts = '', database = '', sslmode = 'verify-full'] =
    /^postgres(?:ql)?:\/\/([^:@/]+)(?::([^@/]*))?@([^/?]+)\/([^/?]+)(?:\?sslmode=([a-z-]+))?$/.exec(
      text,
    ) ?? [];
  if (user === undefined)
    throw new Error('the address is not like postgres://user@host:5432/database');
  const places = hosts.split(',').map((entry) => {
    const [host = '', port = '5432'] = entry.split(':');
    return { host, port: Number(port) };
  });
  return { hosts: places, user, password, database, sslMode: sslmode, sslRootCert: undefined };
}
