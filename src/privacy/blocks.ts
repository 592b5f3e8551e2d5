import type { Rule, Span } from './rule.js';

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

const ARMOUR = 'PRIVATE KEY(?: BLOCK)? ?-{4,5}';
/** PEM (RFC 7468), OpenPGP and SSH2 armour, and PuTTY's own format. */
const FORMATS = [
  {
    begin: new RegExp(`-{4,5} ?BEGIN ?[A-Z0-9 ]{0,40}${ARMOUR}`, 'g'),
    end: new RegExp(`-{4,5} ?END ?[A-Z0-9 ]{0,40}${ARMOUR}`, 'g'),
  },
  { begin: /PuTTY-User-Key-File-\d:/g, end: /Private-(?:MAC|Hash): ?[0-9a-f]{0,128}/g },
];

/** Finds private keys in armour, with their markers. Without an end marker, a key extends to the end of the text. */
export const pemBlocks: Rule = {
  id: 'pem',
  needs: ['private key', 'putty-user-key'],
  find: findBlocks,
};

function findBlocks(text: string): Span[] {
  const spans: Span[] = [];
  for (const { begin, end } of FORMATS) {
    let done = 0;
    for (const { index } of text.matchAll(begin)) {
      if (index < done) continue;
      end.lastIndex = index;
      done = end.test(text) ? end.lastIndex : text.length;
      spans.push({ kind: 'pem', start: index, end: done });
    }
  }
  return spans;
}
