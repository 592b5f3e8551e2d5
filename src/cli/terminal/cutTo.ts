import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();

/** Code units that are looked at for each column: an emoji of several people has 11, and takes two. */
const UNITS_PER_COLUMN = 12;

/** A text on one line, of at most `width` columns of a terminal. It ends with `…` where it is cut. */
export function cutTo(width: number, text: string): string {
  const near = text.slice(0, (width + 1) * UNITS_PER_COLUMN);
  if (near.length === text.length && stringWidth(near) <= width) return text;
  let cut = '';
  let left = width - 1;
  for (const { segment } of graphemes.segment(near)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
