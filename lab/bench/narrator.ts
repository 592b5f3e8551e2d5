const QUIET_MS = 20_000;

/** Reports progress on stderr, with the seconds since the start. After a silence, repeats the last one. */
export function narrator() {
  const start = performance.now();
  let lastAt = start;
  const write = (text: string) => {
    lastAt = performance.now();
    const seconds = Math.round((lastAt - start) / 1000);
    process.stderr.write(`${String(seconds).padStart(5)} s  ${text}\n`);
  };
  let last = '';
  const timer = setInterval(() => {
    if (performance.now() - lastAt > QUIET_MS) write(`  … still working: ${last}`);
  }, 1000);
  return {
    say(text: string) {
      last = text;
      write(text);
    },
    stop: () => clearInterval(timer),
  };
}
