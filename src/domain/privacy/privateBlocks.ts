import type { Span } from './rule.js';

/*
 * The opening tag is recognised by its name alone, without its `>`: an attribute with `<` or a tag that is cut short must
 * not let the block through. The placeholder `<private key>` and `<private/x.h>` of C includes are no tags.
 */
const TAG = /<private(?!\s+key\b)(?=\s|\/?>)|<\/private\s*>/gi;

/**
 * The `<private>…</private>` blocks of a text, with their tags. A block ends at its matching closing tag, so nested blocks
 * belong to the outermost. A block without a closing tag extends to the end. A closing tag on its own is plain text.
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
