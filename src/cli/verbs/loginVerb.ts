import type { Command } from 'commander';
import { type Me, VaultError } from 'memory-vault-client';
import { readClientSettings } from '../../connect/clientSettings.js';
import { isSameVault, keptLogins } from '../../connect/keptLogin.js';
import { isLoopbackName } from '../../domain/host.js';
import { askSecret, canAsk } from '../terminal/askPerson.js';
import { assertVault } from '../terminal/assertVault.js';
import type { Column } from '../terminal/column.js';
import { EXIT, Failed, misused, nothingFound } from '../terminal/failed.js';
import { keepLogin } from '../terminal/keepLogins.js';
import { loginClient, loginUrl } from '../terminal/loginClient.js';
import { minuteOf } from '../terminal/minuteOf.js';
import type { Output } from '../terminal/output.js';
import { printOne } from '../terminal/printOne.js';
import { printRows } from '../terminal/printRows.js';
import { shownLine } from '../terminal/shown.js';
import { standardInput } from '../terminal/standardInput.js';
import { actingAlone, type VerbOptions, verb } from '../terminal/verb.js';

interface Options extends VerbOptions {
  readonly token?: string;
  readonly status?: true;
}

export function loginVerb(program: Command): void {
  verb(program, 'login [url]', {
    description: 'log in to a vault with the invite that an admin sent you',
    examples: [
      'login https://vault.example',
      'login https://vault.example --token - < invite.txt',
      'login --status',
    ],
  })
    .option('--token <->', 'read the invite or a session token from the standard input')
    .option('--status', 'say where you are logged in, and as whom')
    .action(actingAlone(login));
}

async function login(output: Output, named: string | undefined, options: Options): Promise<void> {
  const { token, status } = options;
  if (token !== undefined && token !== '-')
    throw misused(
      '--token takes only -, for the standard input: every user of a machine sees arguments',
    );
  if (status) return tellLogins(output, named);
  const url = await loginUrl(named, process.env, options);
  await assertVault(url);
  tellIfReadable(output, url);
  const secret = await secretFor(output, url, token);
  const { session_token, ...who } = await loggedIn(url, secret);
  keepLogin({ url, token: session_token }, process.env);
  await printOne(output, { url, ...who }, () => sentence({ url, ...who }));
  if (named !== undefined && !isSameVault(readClientSettings(process.env).url ?? '', url))
    output.note(`to use it: export VAULT_URL=${shownLine(url)}`);
}

/** Loopback addresses are read by nobody on the way. */
function tellIfReadable(output: Output, url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopbackName(hostname)) return;
  output.note(`${shownLine(url)} is not encrypted: whoever is on the way can read your login`);
}

async function secretFor(output: Output, url: string, token: string | undefined): Promise<string> {
  if (token === undefined && !canAsk())
    throw misused('there is no terminal to ask at: give the invite with --token - and a pipe');
  const secret =
    token === undefined
      ? await askSecret(output, `Your invite for ${shownLine(url)} (it is not shown)`)
      : (await standardInput()).trim();
  // Others could not be sent, or would be two.
  if (!/^[\x21-\x7e]{1,1000}$/.test(secret)) throw misused('that is neither an invite nor a token');
  return secret;
}

type Who = Omit<Me, 'team_id'>;

/** An invite and a session token look alike. An invite is tried first: a token that is sent as one changes nothing. */
async function loggedIn(url: string, secret: string): Promise<Who & { session_token: string }> {
  try {
    const body = { token: secret };
    return (await loginClient(url).POST('/auth/redeem', { body })).data;
  } catch (error) {
    if (!isRefusal(error, 'invalid_invite')) throw error;
    const me = await whoIs(url, secret);
    if (me) return { ...me, session_token: secret };
    throw error;
  }
}

/** Whom a session token belongs to; undefined where it is none of this vault. */
async function whoIs(url: string, token: string): Promise<Who | undefined> {
  try {
    const { team_id: _, ...who } = (await loginClient(url, token).GET('/auth/me')).data;
    return who;
  } catch (error) {
    if (isRefusal(error, 'invalid_session')) return undefined;
    throw error;
  }
}

const isRefusal = (error: unknown, code: VaultError['code']) =>
  error instanceof VaultError && error.code === code;

interface Status extends Partial<Who> {
  readonly url: string;
  readonly state: string;
}

function sentence({ url, email, team, role, expires_at = '' }: Partial<Who> & { url: string }) {
  const who = shownLine(`${email} (${role} of ${team})`);
  return `logged in at ${shownLine(url)} as ${who} until ${minuteOf(expires_at)} UTC`;
}

/** Each vault is asked, since a login can be ended there. */
async function tellLogins(output: Output, named: string | undefined): Promise<void> {
  const url =
    named === undefined ? undefined : await loginUrl(named, process.env, { start: false });
  const logins = keptLogins(process.env).filter(
    (login) => url === undefined || isSameVault(login.url, url),
  );
  const rows = await Promise.all(logins.map(({ url, token }) => statusOf(url, token)));
  await printRows(output, rows, COLUMNS);
  const where = url === undefined ? '' : ` at ${shownLine(url)}`;
  if (rows.length === 0)
    throw nothingFound(`you are not logged in${where}: memory-vault login ${url ?? 'URL'}`);
  const [only] = rows;
  if (rows.length === 1 && only?.state === 'ended')
    throw new Failed(EXIT.refused, `that login has ended: memory-vault login ${only.url}`);
}

async function statusOf(url: string, token: string): Promise<Status> {
  try {
    const who = await whoIs(url, token);
    return who ? { url, state: 'logged in', ...who } : { url, state: 'ended' };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return { url, state: 'not reached' };
  }
}

const COLUMNS: readonly Column<Status>[] = [
  { head: 'vault', cell: ({ url }) => url, isWide: true },
  { head: 'state', cell: ({ state }) => state },
  { head: 'as', cell: ({ email }) => email },
  { head: 'team', cell: ({ team }) => team, from: 100 },
  { head: 'role', cell: ({ role }) => role, from: 100 },
  { head: 'until', cell: ({ expires_at }) => expires_at && minuteOf(expires_at), from: 70 },
];
