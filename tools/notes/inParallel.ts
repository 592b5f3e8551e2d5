/** Runs `work` on each item, at most `width` at a time. Throws the first failure, after which no more work starts. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // One iterator for all workers: each takes the next item that is left.
  const left = items.values();
  let failed = false;
  const worker = async () => {
    for (const item of left) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  // Waits for all workers, so that no work is running when the caller cleans up.
  const ended = await Promise.allSettled(Array.from({ length: width }, worker));
  const rejected = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  // After an interruption all workers fail for the same reason.
  const reasons = [...new Set(rejected)];
  if (reasons.length === 1) throw reasons[0];
  if (reasons.length > 1) throw new AggregateError(reasons, reasons.map(String).join('\n'));
}
