/** Draws how far an import has come, on a terminal only. */
export interface RowProgress {
  report(done: number): void;
  /** Removes the line. */
  end(): void;
}

/** The line is drawn at most that often, in milliseconds. */
const EVERY_MS = 100;

/** One line that is drawn again and again. `total` is left out where it is not known. */
export function rowProgress(
  what: string,
  total: number | undefined,
  out: NodeJS.WriteStream = process.stderr,
): RowProgress {
  let last = 0;
  let isDrawn = false;
  return {
    report(done) {
      if (!out.isTTY || Date.now() - last < EVERY_MS) return;
      last = Date.now();
      isDrawn = true;
      const of = total === undefined || total < done ? '' : ` of ${total}`;
      out.write(`\r${what}: ${done}${of} rows\u001b[K`);
    },
    end() {
      if (isDrawn) out.write('\r\u001b[K');
      isDrawn = false;
    },
  };
}
