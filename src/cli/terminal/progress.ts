import type { OnProgress } from '../../views/projector.js';

/** Reports the progress of a long run; a short run prints nothing. */
export interface ProgressLine {
  readonly report: OnProgress;
  /** Ends the line, if there is one. */
  end(): void;
}

const QUIET_MS = 500;

/** On a terminal one line that is drawn again and again, elsewhere a new line every five seconds, written by `print`. */
export function progressLine(
  what: string,
  out: NodeJS.WriteStream = process.stderr,
  print: (text: string) => void = (text) => out.write(`${text}\n`),
): ProgressLine {
  let last = Date.now();
  let drawn = false;
  return {
    report(done, total) {
      if (Date.now() - last < (drawn && !out.isTTY ? 5000 : QUIET_MS)) return;
      last = Date.now();
      const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
      const text = `${what}: ${done} of ${total} events (${percent} %)`;
      if (out.isTTY) out.write(`\r${text}\u001b[K`);
      else print(text);
      drawn = true;
    },
    end() {
      if (drawn && out.isTTY) out.write('\n');
    },
  };
}

/** A line on standard error that is drawn again and again. Shows nothing where that is no terminal. */
interface DrawnLine {
  /** Draws the text in place of the one before, at most so often that it can be read. */
  draw(text: () => string): void;
  /** Removes the line. */
  end(): void;
}

const EVERY_MS = 100;

/** The first text is drawn after a moment: a short run shows nothing. */
export function drawnLine(out: NodeJS.WriteStream = process.stderr): DrawnLine {
  let last = Date.now();
  let isDrawn = false;
  return {
    draw(text) {
      if (!out.isTTY || Date.now() - last < EVERY_MS) return;
      last = Date.now();
      isDrawn = true;
      out.write(`\r${text()}\u001b[K`);
    },
    end() {
      if (isDrawn) out.write('\r\u001b[K');
      isDrawn = false;
    },
  };
}

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
