import { spawn } from 'node:child_process';
import type { Command } from '@commander-js/extra-typings';
import { VaultError } from 'memory-vault-client';
import { fetchAsLocalhost, fetchElsewhere } from '../../connect/fetchService.js';
import { isLoopbackName } from '../../domain/host.js';
import { EXIT, Failed } from '../terminal/exit.js';
import { shownLine } from '../terminal/format.js';
import { type Output, printOne } from '../terminal/output.js';
import { type Acting, acting, verb } from '../terminal/verb.js';

export function openVerb(program: Command): void {
  verb(program, 'open', {
    description: 'open the page of the vault in the browser, and print a code to log in',
    examples: ['open', 'open --print'],
  })
    .option('--print', 'only print the address and the code')
    .action(
      acting(async (reached, { print }) => {
        const { url, output } = reached;
        const { page, hasLogin } = await pageAt(url);
        // Not part of the address, which browsers keep and other users of the machine see.
        const login = hasLogin ? await codeFor(reached) : undefined;
        await printOne(output, { url: page, ...login }, () =>
          login ? `${page}\nTo log in there: ${login.code} (good for 2 minutes, works once)` : page,
        );
        if (login) tellIfNoLogin(output, url);
        if (!print) await openWithSystem(page);
      }),
    );
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
        ? `you have no login at this vault, so the page gets no code: type ${login} with the invite of an admin`
        : `your login at this vault has ended, so the page gets no code: type ${login} with a new invite of an admin`,
    );
    return undefined;
  }
}

function tellIfNoLogin(output: Output, url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopbackName(hostname)) return;
  output.note('browsers can log in only over HTTPS or at localhost: see docs/page.md');
}

/** The program of a system that opens an address, with its arguments. */
export function openerOf(
  platform: NodeJS.Platform,
  page: string,
): readonly [string, readonly string[]] {
  if (platform === 'darwin') return ['open', [page]];
  // `start` belongs to the shell, in which `&` would end the command. The first text is the title of a window.
  if (platform === 'win32') return ['cmd', ['/c', 'start', '""', page.replaceAll('&', '^&')]];
  return ['xdg-open', [page]];
}

/** Resolves once the opener has started: some of them live as long as the browser. */
export function openWithSystem(page: string): Promise<void> {
  const [program, args] = openerOf(process.platform, page);
  return new Promise((resolve, reject) => {
    const opener = spawn(program, args, {
      detached: true,
      stdio: 'ignore',
      windowsVerbatimArguments: true,
    });
    opener.once('error', () =>
      reject(
        new Failed(EXIT.failed, `${program} cannot be run: open the address in a browser yourself`),
      ),
    );
    opener.once('spawn', () => {
      opener.unref();
      resolve();
    });
  });
}
