const QUIET_MS = 20_000;

/** Tells a person on stderr what is going on, with the seconds since it began, and when nothing is new, that too. */
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
    if (performance.now() - told > QUIET_MS) write(`  … goes on after “${last}”`);
  }, 1000);
  return {
    say(text: string) {
      last = text;
      write(text);
    },
    stop: () => clearInterval(timer),
  };
}
