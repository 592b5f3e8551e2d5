import { parseHost } from './host.js';

/** How far the certificate of a PostgreSQL is checked, as in libpq: not at all, or with the name of the host, too. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

/** How long things may take, in ms. */
export interface Deadlines {
  /** Finding a host and logging in there. */
  readonly connectMs: number;
  /** Each exchange with PostgreSQL. */
  readonly deadlineMs: number;
  /** Waiting for a lock, on the side of PostgreSQL. */
  readonly lockMs: number;
  /** How long this node may hold the end of the log without a word, before PostgreSQL ends the connection. */
  readonly idleMs: number;
}

/** Where a PostgreSQL is, and as whom to connect. */
export interface PostgresPlace {
  /** Asked in turn: one of them is the primary. IPv6 addresses have no brackets. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly database: string;
  readonly user: string;
  readonly password: string | undefined;
  readonly sslMode: SslMode;
  /** Path of a file with the certificates that are trusted, in PEM; undefined for those that Node trusts. */
  readonly sslRootCert: string | undefined;
  /** Where it may take other times than others: tests give it more, or less. */
  readonly deadlines?: Partial<Deadlines>;
}

const SHAPE =
  /^postgres(?:ql)?:\/\/(?:(?<login>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?:\/(?<database>[^?#]*))?(?:\?(?<options>[^#]*))?$/;

const PORT = 5432;

/**
 * Parses `postgres://user[:password]@host[:port][,host…]/database[?sslmode=…&sslrootcert=FILE]`, where `sslmode` is
 * `verify-full` unless it is given. Throws an `Error` that says everything that is wrong, and shows no password.
 */
export function parsePostgresUrl(text: string): PostgresPlace {
  const { login, hosts = '', database = '', options } = SHAPE.exec(text)?.groups ?? {};
  if (!SHAPE.test(text))
    throw new Error(
      'the address is not like postgres://user@host:5432/database?sslmode=verify-full',
    );
  const wrong: string[] = [];
  const decode = (what: string, part: string): string => {
    try {
      return decodeURIComponent(part);
    } catch {
      wrong.push(`${what} has a % without two hexadecimal digits behind it: write a % as %25`);
      return part;
    }
  };
  const required = (what: string, part: string): string => {
    if (part === '') wrong.push(`${what} is missing`);
    return decode(what, part);
  };
  const [user = '', ...secret] = login?.split(':') ?? [];
  const place = {
    hosts: hosts.split(',').map((host, i) => parsePlace(host, i + 1, wrong)),
    user: required('the user', user),
    password: secret.length === 0 ? undefined : decode('the password', secret.join(':')),
    database: required('the database', database),
    ...parseOptions(options ?? '', wrong),
  };
  if (wrong.length > 0) throw new Error(`the address of PostgreSQL is wrong: ${wrong.join('; ')}`);
  return place;
}

/** The text itself is not shown: behind a character that is not encoded, it is part of the password. */
function parsePlace(text: string, nth: number, wrong: string[]): PostgresPlace['hosts'][number] {
  const host = parseHost(text);
  if (host) return { host: host.name.replace(/^\[|\]$/g, ''), port: host.port ?? PORT };
  wrong.push(
    `host ${nth} is missing, or is no name or address with a port up to 65535 (in a password, / is %2F, ? is %3F and @ is %40)`,
  );
  return { host: '', port: PORT };
}

function parseOptions(
  text: string,
  wrong: string[],
): Pick<PostgresPlace, 'sslMode' | 'sslRootCert'> {
  const {
    sslmode = 'verify-full',
    sslrootcert,
    ...others
  } = Object.fromEntries(new URLSearchParams(text));
  for (const name of Object.keys(others))
    wrong.push(`the option ${name} is unknown: there are sslmode and sslrootcert`);
  const sslMode = SSL_MODES.find((mode) => mode === sslmode);
  if (!sslMode) wrong.push(`sslmode must be one of ${SSL_MODES.join(', ')}`);
  if (sslrootcert !== undefined && sslMode && !sslMode.startsWith('verify'))
    wrong.push(`sslrootcert is of no use with sslmode=${sslMode}: set verify-ca or verify-full`);
  return { sslMode: sslMode ?? 'verify-full', sslRootCert: sslrootcert };
}

/**
 * What a commit has to outlive: `replicated` the loss of the primary, by a synchronous standby; `single` a crash of the one
 * server; `managed` what the operator knows of a managed service, which cannot be seen from inside.
 */
export const DURABILITIES = ['replicated', 'managed', 'single'] as const;
export type Durability = (typeof DURABILITIES)[number];
