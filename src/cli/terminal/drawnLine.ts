/** A line on standard error that is drawn again and again. Shows nothing where that is no terminal. */
export interface DrawnLine {
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
