// Preloaded into a measured server. Answers each message of its parent with the resources that the process has
// used, and ends the process when the parent is gone.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two samples of the event loop. */
const RESOLUTION = 1;

// Threads of the server load this file, too.
if (isMainThread && process.send) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    // The histogram records the time between two samples; the delay is the part above the resolution.
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
  // The channel to the parent must not keep the process alive after the server has closed.
  process.channel?.unref();
}

/** Bytes that the process has had written to disk so far; 0 where the kernel does not report them. */
function bytesWritten() {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
