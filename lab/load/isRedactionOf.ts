interface Texts {
  readonly title: string;
  readonly content: string;
}

/** True when `stored` is `original` with nothing but markers in place of what was taken out. */
export function isRedactionOf(stored: Texts, original: Texts): boolean {
  return (
    marksOnly(stored.title, original.title.trim().normalize('NFC')) &&
    marksOnly(stored.content, original.content.trim().normalize('NFC'))
  );
}

/** What stands between the markers must be found in the original, in that order and up to both ends. */
function marksOnly(stored: string, original: string): boolean {
  const pieces = stored.split(/\[REDACTED\]|\[PRIVATE\]/);
  const [first = '', ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return stored === original;
  if (!original.startsWith(first)) return false;
  let from = first.length;
  for (const piece of rest) {
    const found = original.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return original.length - last.length >= from && original.endsWith(last);
}
