import type { Rule, Span } from './rule.js';

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
