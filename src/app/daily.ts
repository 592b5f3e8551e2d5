export const DAY_MS = 86_400_000;

/** Runs `work` after `firstMs`, and once a day from then on. It keeps no process alive. Returns what ends it. */
export function daily(work: () => unknown, firstMs: number): () => void {
  const timers = [setTimeout(work, firstMs).unref(), setInterval(work, DAY_MS).unref()];
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
