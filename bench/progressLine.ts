const EVERY_MS = 5000;

/** Tells on stderr, every five seconds, how many of `total` there are. */
export function progressLine(what: string, total: number): (done: number) => void {
  const start = performance.now();
  let told = start;
  return (done) => {
    const now = performance.now();
    if (now - told < EVERY_MS) return;
    told = now;
    const perSecond = Math.round((done * 1000) / (now - start));
    process.stderr.write(`  ${done} of ${total} ${what}, ${perSecond}/s\n`);
  };
}
