import type { OnProgress } from '../views/projector.js';

/** Reports a long run on the terminal; short ones pass in silence. */
export interface ProgressLine {
  readonly report: OnProgress;
  /** Ends the line, if there is one. */
  end(): void;
}

const QUIET_MS = 500;

/** One line that is drawn over itself on a terminal, and a line now and then elsewhere. */
export function progressLine(what: string, out: NodeJS.WriteStream = process.stderr): ProgressLine {
  let last = Date.now();
  let drawn = false;
  return {
    report(done, total) {
      if (Date.now() - last < (drawn && !out.isTTY ? 5000 : QUIET_MS)) return;
      last = Date.now();
      const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
      const text = `${what}: ${done} of ${total} events (${percent} %)`;
      out.write(out.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
      drawn = true;
    },
    end() {
      if (drawn && out.isTTY) out.write('\n');
    },
  };
}
