const EVERY_MS = 5000;

/** Writes a line to stderr every five seconds: how many of `total` are done, and how fast. */
export function progressLine(what: string, total: number): (done: number) => void {
  const start = performance.now();
  let lastAt = start;
  return (done) => {
    const now = performance.now();
    if (now - lastAt < EVERY_MS) return;
    lastAt = now;
    const perSecond = Math.round((done * 1000) / (now - start));
    process.stderr.write(`  ${done} of ${total} ${what}, ${perSecond}/s\n`);
  };
}
