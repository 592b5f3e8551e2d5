import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { createClient, type Me, type VaultClient, VaultError } from 'memory-vault-client';
import { readClientSettings } from '../../connect/clientSettings.js';
import { fetchElsewhere } from '../../connect/fetchService.js';
import { isSameVault, keptLogin, keptLogins, loginsFile } from '../../connect/keptLogin.js';
import { messageOf } from '../../diagnostics/diagnostic.js';
import { isLoopbackName } from '../../domain/host.js';
import { makeDirectory } from '../../files/makeDirectory.js';
import { writeFreshFile } from '../../files/writeFile.js';
import { EXIT, Failed, misused, nothingFound } from '../terminal/exit.js';
import { minuteOf, shownLine } from '../terminal/format.js';
import { askSecret, canAsk, standardInput } from '../terminal/input.js';
import { type Column, type Output, printFound, printOne } from '../terminal/output.js';
import { assertVault, reachedService } from '../terminal/reachVault.js';
import { actingAlone, verb } from '../terminal/verb.js';

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
    .option('--status', 'show where you are logged in, and as whom')
    .action(
      actingAlone(async ({ output }, named, { token, status, start }) => {
        if (token !== undefined && token !== '-')
          throw misused(
            '--token takes only -, for standard input: other users of this machine can read arguments',
          );
        if (status) return tellLogins(output, named);
        const url = await loginUrl(named, start);
        await assertVault(url);
        tellIfReadable(output, url);
        const secret = await secretFor(output, url, token);
        const { session_token, ...who } = await loggedIn(url, secret);
        keepLogin(url, session_token);
        await printOne(output, { url, ...who }, () => sentence({ url, ...who }));
        if (named !== undefined && !isSameVault(readClientSettings(process.env).url ?? '', url))
          output.note(`to use this vault: export VAULT_URL=${shownLine(url)}`);
      }),
    );
}

/** Loopback addresses are read by nobody on the way. */
function tellIfReadable(output: Output, url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopbackName(hostname)) return;
  output.note(
    `${shownLine(url)} is not encrypted: anybody on the network between can read your login`,
  );
}

async function secretFor(output: Output, url: string, token: string | undefined): Promise<string> {
  if (token === undefined && !canAsk())
    throw misused(
      'there is no terminal to ask at: pipe the invite into memory-vault login URL --token -',
    );
  const secret =
    token === undefined
      ? await askSecret(output, `Your invite for ${shownLine(url)} (not shown as you type)`)
      : (await standardInput()).trim();
  // Others could not be sent, or would be two.
  if (!/^[\x21-\x7e]{1,1000}$/.test(secret))
    throw misused('this is neither an invite nor a token: paste the whole text');
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
  const url = named === undefined ? undefined : await loginUrl(named, false);
  const logins = keptLogins(process.env).filter(
    (login) => url === undefined || isSameVault(login.url, url),
  );
  const rows = await Promise.all(logins.map(({ url, token }) => statusOf(url, token)));
  const where = url === undefined ? '' : ` at ${shownLine(url)}`;
  const none = `you are not logged in${where}: type memory-vault login ${url ?? 'URL'}`;
  await printFound(output, rows, COLUMNS, none);
  const [only] = rows;
  if (rows.length === 1 && only?.state === 'ended')
    throw new Failed(EXIT.refused, `that login has ended: type memory-vault login ${only.url}`);
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

export function logoutVerb(program: Command): void {
  verb(program, 'logout [url]', {
    description: 'log out of a vault, and delete its token from this machine',
    examples: ['logout https://vault.example', 'logout https://vault.example --local'],
  })
    .option('--local', 'only delete the token from this machine, such as for a vault that is gone')
    .action(
      actingAlone(async ({ output }, named, { local }) => {
        const url = await urlToLeave(named);
        const kept = keptLogin(url, process.env);
        if (!kept) throw nothingFound(`you are not logged in at ${shownLine(url)}`);
        if (!local) await endLogin(url, kept.token);
        keepLogin(url, undefined);
        const line = `logged out of ${shownLine(url)}`;
        await printOne(output, { url, status: 'logged_out' }, () => line);
      }),
    );
}

/** Where there is one login, that is meant. */
async function urlToLeave(named: string | undefined): Promise<string> {
  const [only, ...others] = keptLogins(process.env);
  const isOnly = named === undefined && only !== undefined && others.length === 0;
  return isOnly ? only.url : loginUrl(named, false);
}

/** Ends it on the service. One that has ended there already is fine. */
async function endLogin(url: string, token: string): Promise<void> {
  try {
    await loginClient(url, token).DELETE('/auth/session');
  } catch (error) {
    if (!(error instanceof VaultError && error.code === 'invalid_session')) throw error;
  }
}

/**
 * The URL of the vault that a login is for, as the verbs will look it up: the one that is named, else that of the settings in
 * the environment. Throws `Failed` for what is no URL, and where there is no service.
 */
async function loginUrl(named: string | undefined, start: boolean): Promise<string> {
  if (named === undefined)
    return (await reachedService(readClientSettings(process.env), start)).url;
  try {
    return readClientSettings({ ...process.env, VAULT_URL: named }).url ?? named;
  } catch (error) {
    throw misused(messageOf(error).replaceAll('VAULT_URL', 'URL'));
  }
}

/** A client of that vault with a session token, or with no credential. Redirects could lead the token to somebody else. */
function loginClient(url: string, token?: string): VaultClient {
  const retry = { attempts: 2, withinMs: 4000 };
  return createClient({ url, sessionToken: token, retry, fetch: fetchElsewhere });
}

/**
 * Keeps a session token, or none, instead of the one that was kept for the vault at this URL. The file (0600) is the old one or the new
 * one, never a part.
 */
export function keepLogin(url: string, token: string | undefined, env = process.env): void {
  const others = keptLogins(env).filter((one) => !isSameVault(one.url, url));
  const logins = token === undefined ? others : [...others, { url, token }];
  const file = loginsFile(env);
  makeDirectory(dirname(file));
  const fresh = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    writeFreshFile(fresh, `${JSON.stringify(logins, null, 2)}\n`, { flush: true });
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}
