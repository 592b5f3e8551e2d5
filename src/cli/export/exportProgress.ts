import { drawnLine } from '../terminal/drawnLine.js';

/** Counts lines as they pass, on one line of a terminal; shows nothing elsewhere. */
export async function* withProgress<T>(lines: AsyncIterable<T>): AsyncGenerator<T> {
  const line = drawnLine();
  let count = 0;
  try {
    for await (const one of lines) {
      count += 1;
      line.draw(() => `${count.toLocaleString('en')} lines`);
      yield one;
    }
  } finally {
    line.end();
  }
}
