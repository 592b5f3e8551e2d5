// Preloaded into a measured server. Answers each message of its parent with the resources that the process has used, and
// ends the process when the parent is gone. The message says whether to watch the event loop from then on: that alone takes
// 15 ms of CPU in a second, some hundredths of what a client with one connection asks for.
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
  // Not for all benchmarks: a look costs some microseconds.
  if (process.env.BENCH_TURNS === '1') {
    setInterval(() => {
      const now = cpuOfLoop();
      held = Math.max(held, now - before);
      before = now;
    }, RESOLUTION).unref();
  }
  process.on('message', (message) => {
    const { user, system } = process.cpuUsage();
    // The histogram records the time between two samples; the delay is the part above the resolution.
    const late = delays.percentile(99) / 1e6 - RESOLUTION;
    const worst = delays.max / 1e6 - RESOLUTION;
    delays.reset();
    if (message === 'watch') delays.enable();
    else delays.disable();
    process.send({
      cpu: (user + system) / 1000,
      late: Math.max(0, late),
      worst: Math.max(0, worst),
      held,
      rss: process.memoryUsage.rss(),
      written: bytesWritten(),
    });
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

/** Bytes that the process has had written to disk so far; 0 where the kernel does not report them. */
function bytesWritten() {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
