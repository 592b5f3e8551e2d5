const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENS_ARRAY = 0x5b;
const CLOSES_ARRAY = 0x5d;
const OPENS_OBJECT = 0x7b;
const CLOSES_OBJECT = 0x7d;

/** Follows the bytes of a JSON text without parsing it. */
export function scanJson() {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  return {
    /** Takes the next byte; true when it belongs to a string, quotes included. */
    next(byte: number): boolean {
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
        return true;
      }
      // This runs for every byte of a batch.
      switch (byte) {
        case QUOTE:
          inString = true;
          return true;
        case OPENS_ARRAY:
        case OPENS_OBJECT:
          depth += 1;
          return false;
        case CLOSES_ARRAY:
        case CLOSES_OBJECT:
          depth -= 1;
      }
      return false;
    },
    /** How many arrays and objects are open. */
    depth: () => depth,
  };
}
