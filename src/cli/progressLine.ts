import type { OnProgress } from '../views/projector.js';

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
