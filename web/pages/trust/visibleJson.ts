/** More is not shown at once: a text may be a million characters long. */
const MOST = 100_000;

/**
 * A value as JSON for people. What would be invisible or turn the direction of a line is written as an escape, so that
 * what is shown is what was recorded.
 */
export function visibleJson(value: unknown): { text: string; left: number } {
  const whole = JSON.stringify(value, null, 2) ?? 'null';
  const text = whole.slice(0, MOST).replaceAll(HIDDEN, escaped);
  return { text, left: Math.max(0, whole.length - MOST) };
}

/** Characters of the Unicode category Cf (format), such as marks of direction and zero-width ones; controls JSON escapes. */
const HIDDEN = /\p{Cf}/gu;

function escaped(char: string): string {
  return Array.from(
    { length: char.length },
    (_, i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}
