const QUIET_MS = 20_000;

/** Reports progress on stderr, with the seconds since the start; when nothing is new for a while, it says so, too. */
export function narrator() {
  const start = performance.now();
  let told = start;
  const write = (text: string) => {
    told = performance.now();
    const seconds = Math.round((told - start) / 1000);
    process.stderr.write(`${String(seconds).padStart(5)} s  ${text}\n`);
  };
  let last = '';
  const timer = setInterval(() => {
    if (performance.now() - told > QUIET_MS) write(`  … still working: ${last}`);
  }, 1000);
  return {
    say(text: string) {
      last = text;
      write(text);
    },
    stop: () => clearInterval(timer),
  };
}
