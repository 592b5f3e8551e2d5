import { spawn } from 'node:child_process';
import { EXIT, Failed } from './failed.js';

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
