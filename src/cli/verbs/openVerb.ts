import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { EXIT, Failed } from '../terminal/failed.js';
import { type Acting, acting, type VerbOptions, verb } from '../terminal/verb.js';

interface Options extends VerbOptions {
  readonly print?: true;
}

export function openVerb(program: Command): void {
  verb(program, 'open', {
    description: 'open the page of the vault in the browser',
    examples: ['open', 'open --print'],
  })
    .option('--print', 'only print its address')
    .action(acting(open));
}

async function open({ url, output }: Acting, { print }: Options): Promise<void> {
  const page = await pageOf(url);
  if (print) return output.write(`${page}\n`);
  if (!(await isOpened(page)))
    throw new Failed(EXIT.failed, `no browser could be started here: open ${page} yourself`);
  output.note(`opened ${page}`);
}

/** What a person can read of the service: its page, or where it has none, the text about its API. */
async function pageOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/`, { method: 'HEAD', redirect: 'manual' }).catch(
    () => undefined,
  );
  const isPage = answer?.ok && answer.headers.get('content-type')?.startsWith('text/html');
  return isPage ? `${url}/` : `${url}/llms.txt`;
}

/** Asks the desktop for its browser. False where there is none. */
function isOpened(page: string): Promise<boolean> {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const opener = spawn(program, [...args, page], { stdio: 'ignore' });
    opener.once('error', () => resolve(false)).once('close', (code) => resolve(code === 0));
  });
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
