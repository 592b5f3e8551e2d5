import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { fetchAsLocalhost } from '../../connect/fetchAsLocalhost.js';
import { isLoopbackName } from '../../domain/host.js';
import { EXIT, Failed } from '../terminal/failed.js';
import { printResult } from '../terminal/printOne.js';
import { type Acting, acting, type VerbOptions, verb } from '../terminal/verb.js';

interface Options extends VerbOptions {
  readonly print?: true;
}

export function openVerb(program: Command): void {
  verb(program, 'open', {
    description: 'print the address of the vault, and open it in the browser',
    examples: ['open', 'open --print'],
  })
    .option('--print', 'only print it')
    .action(acting(open));
}

async function open({ url, output }: Acting, { print }: Options): Promise<void> {
  const page = await pageAt(url);
  await printResult(output, { url: page }, page);
  if (!print) await openWithSystem(page);
}

const ASK_MS = 2000;

/** The start page of a vault. A release that has none shows what it says to agents. */
async function pageAt(url: string): Promise<string> {
  const asked = new Request(`${url}/`, { signal: AbortSignal.timeout(ASK_MS) });
  try {
    const answer = await (isLoopbackName(new URL(url).hostname)
      ? fetchAsLocalhost(asked)
      : fetch(asked));
    await answer.body?.cancel();
    const isPage = answer.ok && answer.headers.get('content-type')?.startsWith('text/html');
    return isPage ? `${url}/` : `${url}/llms.txt`;
  } catch (cause) {
    throw new Failed(EXIT.unreachable, `${url} does not answer`, { cause });
  }
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
function openWithSystem(page: string): Promise<void> {
  const [program, args] = openerOf(process.platform, page);
  return new Promise((resolve, reject) => {
    const opener = spawn(program, args, {
      ...{ detached: true, stdio: 'ignore', windowsVerbatimArguments: true },
    });
    opener.once('error', () =>
      reject(new Failed(EXIT.failed, `${program} cannot be run: open the address yourself`)),
    );
    opener.once('spawn', () => {
      opener.unref();
      resolve();
    });
  });
}
