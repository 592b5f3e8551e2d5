// Preloaded into a server that is measured. Answers each message of its parent with what the process has
// used, and ends the process when the parent is gone.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between looks at the event loop. */
const RESOLUTION = 1;

// Threads of the server load this file, too.
if (isMainThread && process.send) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    // What is recorded is the time between two looks: the delay is what exceeds the resolution.
    const late = delays.percentile(99) / 1e6 - RESOLUTION;
    delays.reset();
    process.send({
      cpu: (user + system) / 1000,
      late: Math.max(0, late),
      rss: process.memoryUsage.rss(),
      written: bytesWritten(),
    });
  });
  process.on('disconnect', () => process.exit(1));
  // The server ends when it has nothing left to do, as if nobody listened.
  process.channel?.unref();
}

/** What the process has had written to disk so far; 0 where the kernel does not tell. */
function bytesWritten() {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
