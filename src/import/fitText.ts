/**
 * A text of at most `most` code points, the unit of every limit. One that is longer ends with `…`. Takes time linear in
 * what is kept.
 */
export function fitText(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  let lastEnd = 0;
  for (let count = 0; end < text.length; count++) {
    if (count === most) return `${text.slice(0, lastEnd).trimEnd()}…`;
    lastEnd = end;
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text;
}
