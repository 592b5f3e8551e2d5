const DRAWN_EVERY_MS = 200;

/** Counts lines as they pass, on one line of a terminal; shows nothing elsewhere. */
export async function* withProgress<T>(
  lines: AsyncIterable<T>,
  out: NodeJS.WriteStream = process.stderr,
): AsyncGenerator<T> {
  let count = 0;
  let drawn = Date.now();
  let isDrawn = false;
  try {
    for await (const line of lines) {
      count += 1;
      if (out.isTTY && Date.now() - drawn > DRAWN_EVERY_MS) {
        drawn = Date.now();
        isDrawn = true;
        out.write(`\r${count.toLocaleString('en')} lines\u001b[K`);
      }
      yield line;
    }
  } finally {
    if (isDrawn) out.write('\r\u001b[K');
  }
}
