import type { Command } from 'commander';
import { VaultError } from 'memory-vault-client';
import { fetchAsLocalhost, fetchElsewhere } from '../../connect/fetchAsLocalhost.js';
import { isLoopbackName } from '../../domain/host.js';
import { EXIT, Failed } from '../terminal/failed.js';
import { openWithSystem } from '../terminal/openWithSystem.js';
import type { Output } from '../terminal/output.js';
import { printOne } from '../terminal/printOne.js';
import { shownLine } from '../terminal/shown.js';
import { type Acting, acting, type VerbOptions, verb } from '../terminal/verb.js';

interface Options extends VerbOptions {
  readonly print?: true;
}

export function openVerb(program: Command): void {
  verb(program, 'open', {
    description: 'open the page of the vault in the browser, with a code to log in there',
    examples: ['open', 'open --print'],
  })
    .option('--print', 'only print the address and the code')
    .action(acting(open));
}

/** The code is not part of the address, which browsers keep and other users of the machine see. */
async function open({ vault, url, output }: Acting, { print }: Options): Promise<void> {
  const { page, hasLogin } = await pageAt(url);
  const login = hasLogin ? await codeFor({ vault, url, output }) : undefined;
  await printOne(output, { url: page, ...login }, () =>
    login ? `${page}\nTo log in there: ${login.code} (good for 2 minutes, works once)` : page,
  );
  if (login) tellIfNoLogin(output, url);
  if (!print) await openWithSystem(page);
}

const ASK_MS = 2000;

/** The start page of a vault. A release that has none shows what it says to agents. */
async function pageAt(url: string): Promise<{ page: string; hasLogin: boolean }> {
  const asked = new Request(`${url}/`, { signal: AbortSignal.timeout(ASK_MS) });
  try {
    const isHere = isLoopbackName(new URL(url).hostname);
    const answer = await (isHere ? fetchAsLocalhost(asked) : fetchElsewhere(asked));
    await answer.body?.cancel();
    const isPage = answer.ok && answer.headers.get('content-type')?.startsWith('text/html');
    return isPage
      ? { page: `${url}/`, hasLogin: true }
      : { page: `${url}/llms.txt`, hasLogin: false };
  } catch (cause) {
    throw new Failed(EXIT.unreachable, `${url} does not answer`, { cause });
  }
}

/** A code for whoever this user is to the vault; undefined, after a word on how to get one, where that is nobody. */
async function codeFor({ vault, url, output }: Acting) {
  try {
    return (await vault.POST('/auth/code')).data;
  } catch (error) {
    if (!(error instanceof VaultError && error.status === 401)) throw error;
    const login = `memory-vault login ${shownLine(url)}`;
    output.note(
      error.code === 'missing_credential'
        ? `no code to log in with: you have no login at this vault. ${login} takes the invite of an admin`
        : `no code to log in with: your login at this vault has ended. ${login} takes a new invite of an admin`,
    );
    return undefined;
  }
}

function tellIfNoLogin(output: Output, url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopbackName(hostname)) return;
  output.note('browsers log in there only over HTTPS or at localhost: see docs/page.md');
}
