import type { OnProgress } from '../../views/projector.js';

/** A line on standard error that is drawn again and again. Shows nothing where that is no terminal. */
interface DrawnLine {
  /** Draws the text in place of the one before, at most so often that it can be read. */
  draw(text: () => string): void;
  /** Removes the line, or leaves it and goes to the next one. */
  end(): void;
}

/** What a line is drawn on, such as standard error. */
interface Paper {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const DRAWN_MS = 100;

/** The first text is drawn after `firstMs`: a short run shows nothing. With `stays`, the last one is left where it is. */
export function drawnLine(
  out: Paper = process.stderr,
  { firstMs = DRAWN_MS, stays = false } = {},
): DrawnLine {
  let next = Date.now() + firstMs;
  let isDrawn = false;
  return {
    draw(text) {
      if (!out.isTTY || Date.now() < next) return;
      next = Date.now() + DRAWN_MS;
      isDrawn = true;
      out.write(`\r${text()}\u001b[K`);
    },
    end() {
      if (isDrawn) out.write(stays ? '\n' : '\r\u001b[K');
      isDrawn = false;
    },
  };
}

/** Reports the progress of a long run; a short run prints nothing. */
export interface ProgressLine {
  readonly report: OnProgress;
  /** Ends the line, if there is one. */
  end(): void;
}

const FIRST_MS = 500;
const PRINTED_MS = 5000;

/**
 * On a terminal a line that is drawn again and again and stays at the end, elsewhere a new line every five seconds, written by
 * `print`.
 */
export function progressLine(
  what: string,
  out: Paper = process.stderr,
  print: (text: string) => void = (text) => out.write(`${text}\n`),
): ProgressLine {
  const line = drawnLine(out, { firstMs: FIRST_MS, stays: true });
  let next = Date.now() + FIRST_MS;
  return {
    report(done, total) {
      const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
      const text = () => `${what}: ${done} of ${total} events (${percent} %)`;
      line.draw(text);
      if (out.isTTY || Date.now() < next) return;
      next = Date.now() + PRINTED_MS;
      print(text());
    },
    end: line.end,
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
