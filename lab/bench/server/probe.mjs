// Preloaded into a measured server. Answers each message of its parent with how long the event loop was held since the one
// before, and ends the process when the parent is gone.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two samples of the event loop. */
const RESOLUTION = 1;

// Threads of the server load this file, too.
if (isMainThread && process.send) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  let before = cpuOfLoop();
  let held = 0;
  setInterval(() => {
    const now = cpuOfLoop();
    held = Math.max(held, now - before);
    before = now;
  }, RESOLUTION).unref();
  process.on('message', () => {
    // The histogram records the time between two samples; the delay is the part above the resolution.
    process.send({ worst: Math.max(0, delays.max / 1e6 - RESOLUTION), held });
    delays.reset();
    held = 0;
  });
  process.on('disconnect', () => process.exit(1));
  // The channel to the parent must not keep the process alive after the server has closed.
  process.channel?.unref();
}

/** Milliseconds for which the main thread has run so far; 0 where the kernel does not report them. */
function cpuOfLoop() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}
