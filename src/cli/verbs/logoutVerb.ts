import type { Command } from 'commander';
import { VaultError } from 'memory-vault-client';
import { keptLogin, keptLogins } from '../../connect/keptLogin.js';
import { nothingFound } from '../terminal/failed.js';
import { dropLogin } from '../terminal/keepLogins.js';
import { loginClient, loginUrl } from '../terminal/loginClient.js';
import type { Output } from '../terminal/output.js';
import { printOne } from '../terminal/printOne.js';
import { shownLine } from '../terminal/shown.js';
import { actingAlone, type VerbOptions, verb } from '../terminal/verb.js';

interface Options extends VerbOptions {
  readonly local?: true;
}

export function logoutVerb(program: Command): void {
  verb(program, 'logout [url]', {
    description: 'end your login at a vault, and forget its token here',
    examples: ['logout https://vault.example', 'logout https://vault.example --local'],
  })
    .option('--local', 'only forget the token here, say of a vault that is gone')
    .action(actingAlone(logout));
}

async function logout(
  output: Output,
  named: string | undefined,
  { local }: Options,
): Promise<void> {
  const url = await urlOf(named);
  const kept = keptLogin(url, process.env);
  if (!kept) throw nothingFound(`you are not logged in at ${shownLine(url)}`);
  if (!local) await endLogin(url, kept.token);
  dropLogin(url, process.env);
  await printOne(output, { url, status: 'logged_out' }, () => `logged out of ${shownLine(url)}`);
}

/** Where there is one login, that is meant. */
async function urlOf(named: string | undefined): Promise<string> {
  const [only, ...others] = keptLogins(process.env);
  const isOnly = named === undefined && only !== undefined && others.length === 0;
  return isOnly ? only.url : loginUrl(named, process.env, { start: false });
}

/** Ends it on the service. One that has ended there already is fine. */
async function endLogin(url: string, token: string): Promise<void> {
  try {
    await loginClient(url, token).DELETE('/auth/session');
  } catch (error) {
    if (!(error instanceof VaultError && error.code === 'invalid_session')) throw error;
  }
}
