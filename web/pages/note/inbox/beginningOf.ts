const LINES = 8;
/** About as many as eight lines of a wide window have. */
const CHARACTERS = 700;

/** How much of each text a list asks for: more than is shown of it, so that it can be told whether there is more. */
export const ASKED_CHARACTERS = CHARACTERS + 100;

/** The first lines of a text, without empty ones before them. */
export function beginningOf(text: string): string {
  const lines = text.trimStart().split('\n', LINES).join('\n').trimEnd();
  // By code points: half of a character would be none.
  return Array.from(lines.slice(0, 2 * CHARACTERS))
    .slice(0, CHARACTERS)
    .join('');
}

/** Whether `beginningOf` leaves something out. */
export function hasMore({
  content,
  content_bytes,
}: {
  readonly content: string;
  readonly content_bytes?: number | undefined;
}): boolean {
  return content_bytes !== undefined || beginningOf(content) !== content.trim();
}
