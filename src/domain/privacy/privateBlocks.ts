import type { Span } from './span.js';

/*
 * The opening tag is recognised by its name alone and not by its `>`: an attribute holding `<` or a tag cut short must
 * not let the block through. Not tags: the placeholder `<private key>`, and `<private/x.h>` as in C includes.
 */
const TAG = /<private(?!\s+key\b)(?=\s|\/?>)|<\/private\s*>/gi;

/**
 * The `<private>…</private>` blocks of a text, tags included. A block ends with the closing tag that matches, so nested
 * ones go with the outermost; one that is never closed goes on to the end. A closing tag on its own is text.
 */
export function privateBlocks(text: string): Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  for (const tag of text.matchAll(TAG)) {
    const closes = tag[0].startsWith('</');
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
