/** Shows the progress of a load. */
export interface ProgressBar {
  add(notes: number): void;
  end(): void;
}

const WIDTH = 30;
const TERMINAL_MS = 100;
const PLAIN_MS = 5000;

/** A bar that is drawn over itself on a terminal, and a line every five seconds elsewhere. */
export function progressBar(total: number, out: NodeJS.WriteStream = process.stderr): ProgressBar {
  const start = performance.now();
  let last = start;
  let done = 0;
  const draw = () => {
    const seconds = (performance.now() - start) / 1000;
    const full = Math.round((WIDTH * done) / total);
    const bar = out.isTTY ? `[${'█'.repeat(full)}${' '.repeat(WIDTH - full)}] ` : '';
    const text = `${bar}${done} of ${total} notes, ${Math.round(done / seconds)} notes/s`;
    out.write(out.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
  };
  return {
    add(notes) {
      done += notes;
      if (performance.now() - last < (out.isTTY ? TERMINAL_MS : PLAIN_MS)) return;
      last = performance.now();
      draw();
    },
    end() {
      if (!out.isTTY) return;
      draw();
      out.write('\n');
    },
  };
}
