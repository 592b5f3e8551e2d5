/** A piece of a description: plain, between backticks, or an address. */
export interface InlinePart {
  readonly kind: 'text' | 'code' | 'link';
  readonly text: string;
}

const SPECIAL = /`([^`]+)`|(https:\/\/[\w./#?=&%+-]*[\w/#])/g;

/** The pieces of a description of the document: `code` and addresses are set apart. */
export function inlineParts(text: string): readonly InlinePart[] {
  const parts: InlinePart[] = [];
  let from = 0;
  for (const match of text.matchAll(SPECIAL)) {
    const [all, code, link] = match;
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (link !== undefined) parts.push({ kind: 'link', text: link });
    from = match.index + all.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}
