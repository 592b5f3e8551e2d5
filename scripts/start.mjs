// `npm start`: makes ready, then serves in this process, so that a signal to it reaches the service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

// In a process group of its own: a signal has to end npm and the compilers that it started as well.
const script = fileURLToPath(new URL('ready.mjs', import.meta.url));
const ready = spawn(process.execPath, [script], { stdio: ['ignore', 2, 2], detached: true });

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
const [code] = await once(ready, 'exit');
if (code !== 0) process.exit(1);

await import('../dist/cli.js');

/** Ends everything, unless the service listens to the signal itself and closes its log. */
function stop(signal) {
  if (process.listenerCount(signal) > 1) return;
  // Without a chance to go on: what is left half done is done again by the next start.
  if (ready.exitCode === null && ready.signalCode === null) process.kill(-ready.pid, 'SIGKILL');
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // That has no effect on the first process of a container.
  process.exit(128 + constants.signals[signal]);
}
