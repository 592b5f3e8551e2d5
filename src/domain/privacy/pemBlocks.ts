import type { Span } from './span.js';

const BEGIN = /-{4,5} ?BEGIN ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const END = /-{4,5} ?END ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;

/** Private keys in PEM armour, markers included; one whose end marker is missing goes on to the end of the text. */
export function pemBlocks(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const begin of text.matchAll(BEGIN)) {
    if (begin.index < end) continue;
    END.lastIndex = begin.index;
    end = END.test(text) ? END.lastIndex : text.length;
    spans.push({ kind: 'pem', start: begin.index, end });
  }
  return spans;
}
