import type { Span } from './rule.js';

/*
 * The opening tag is recognised by its name alone, without its `>`: an attribute with `<` or a tag that is cut short must
 * not let the block through. Angle brackets are also read as HTML, JSON and URLs escape them. The placeholder
 * `<private key>` and `<private/x.h>` of C includes are no tags.
 */
const [OPEN, CLOSE] = ['lt|#0{0,4}60|#x0{0,4}3c', 'gt|#0{0,4}62|#x0{0,4}3e'].map(
  (entity, at) => `(?:${'<>'[at]}|&(?:amp;){0,2}(?:${entity});|\\\\u003${'ce'[at]}|%3${'ce'[at]})`,
);
const TAG = new RegExp(
  `${OPEN}private(?!\\s+key\\b)(?=\\s|\\/?${CLOSE})|${OPEN}(?:\\/|%2f)private\\s*${CLOSE}`,
  'gi',
);

/**
 * The `<private>…</private>` blocks of a text, with their tags. A block ends at its matching closing tag, so nested blocks
 * belong to the outermost. A block without a closing tag extends to the end. A closing tag on its own is plain text.
 */
export function privateBlocks(text: string): Span[] {
  // Almost no text has the word, and it is found faster than a tag.
  if (!/private/i.test(text)) return [];
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  for (const tag of text.matchAll(TAG)) {
    const closes = /(?:\/|%2f)private/i.test(tag[0]);
    if (!closes) {
      if (depth === 0) start = tag.index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) {
        spans.push({ kind: 'private-block', start, end: tag.index + tag[0].length });
      }
    }
  }
  if (depth > 0) spans.push({ kind: 'private-block', start, end: text.length });
  return spans;
}
