import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { startSharedVault } from '../tools/cluster/sharedVault.js';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import { HOW_TO_PLAY, playedCluster } from './cluster/playedCluster.js';

export const program = new Command()
  .description(
    'Start three nodes of a shared log on this machine, with a PostgreSQL and its synchronous standby, to play with.',
  )
  .option(
    '--data <directory>',
    'keep everything there, and go on from it the next time (default: a new directory, removed at the end)',
  )
  .action(({ data }: { readonly data?: string }) =>
    untilInterrupted((signal) =>
      data === undefined ? inNewDirectory(signal) : play(resolve(data), true, signal),
    ),
  );

async function inNewDirectory(signal: AbortSignal): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'memory-vault-cluster-'));
  try {
    await play(directory, false, signal);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Starts it all, does what is typed until `q` or Ctrl-C, and ends it all. */
async function play(directory: string, isKept: boolean, signal: AbortSignal): Promise<void> {
  console.log('starting PostgreSQL');
  const vault = await startSharedVault({ directory, isKept });
  const cluster = playedCluster(vault, console.log, signal);
  try {
    await cluster.start();
    console.log(`${cluster.introduction()}\n${HOW_TO_PLAY}`);
    await untilQuit(cluster.command, signal);
  } finally {
    console.log('ending all');
    await cluster.stop();
    await vault.stop();
  }
}

/** Does one line of the input after the other. Where the input ends without `q`, it goes on until it is interrupted. */
function untilQuit(
  command: (line: string) => Promise<'go on' | 'quit'>,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((done, failed) => {
    const lines = createInterface({ input: process.stdin });
    // Without input, nothing else would keep this process alive.
    const alive = setInterval(() => {}, 60_000);
    const end = () => {
      clearInterval(alive);
      lines.close();
      // Of a file or /dev/null, there is nothing to let go of.
      if ('unref' in process.stdin) process.stdin.unref();
      done();
    };
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    let last: Promise<unknown> = Promise.resolve();
    lines.on('line', (line) => {
      last = last
        .then(() => (signal.aborted ? 'quit' : command(line)))
        .then((next) => {
          if (next === 'quit') end();
        })
        .catch(failed);
    });
  });
}
