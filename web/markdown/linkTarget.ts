const LONGEST = 2000;
/** Addresses of encyclopedias hold some. It bounds how often a character is looked at. */
const MOST_PARENTHESES = 4;

/** A part of a text, and where the text goes on behind it. */
export interface Found {
  readonly target: string;
  readonly end: number;
}

/** The target of a link in parentheses, of which the first is at `from`: `(https://… "title")`. The title is left out. */
export function linkTarget(text: string, from: number): Found | undefined {
  if (text[from] !== '(') return undefined;
  const start = afterSpace(text, from + 1);
  const end = text[start] === '<' ? endOfBracketed(text, start) : endOfTarget(text, start);
  if (end === undefined) return undefined;
  const target = text[start] === '<' ? text.slice(start + 1, end - 1) : text.slice(start, end);
  const close = afterSpace(text, afterTitle(text, afterSpace(text, end)));
  return text[close] === ')' ? { target, end: close + 1 } : undefined;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n') at += 1;
  return at;
}

function endOfBracketed(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length && at - start < LONGEST; at += 1) {
    if (text[at] === '>') return at + 1;
    if (text[at] === '<' || text[at] === '\n') return undefined;
  }
  return undefined;
}

function endOfTarget(text: string, start: number): number | undefined {
  let inside = 0;
  let opened = 0;
  for (let at = start; at < text.length && at - start < LONGEST; at += 1) {
    const char = text[at];
    if (char === ' ' || char === '\n') return at;
    if (char === ')' && inside === 0) return at;
    if (char === ')') inside -= 1;
    if (char === '(') {
      inside += 1;
      opened += 1;
      if (opened > MOST_PARENTHESES) return undefined;
    }
  }
  return undefined;
}

/** Behind a title in quotes, or where there is none, `from`. */
function afterTitle(text: string, from: number): number {
  const quote = text[from];
  if (quote !== '"' && quote !== "'") return from;
  for (let at = from + 1; at < text.length && at - from < LONGEST; at += 1) {
    if (text[at] === quote) return at + 1;
  }
  return from;
}

const BARE = /https?:\/\/[^\s<>[\]"'`]{1,2000}/iy;
const BRACKETED = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/iy;

/** An address that stands in the text by itself. Punctuation behind it belongs to the sentence. */
export function bareAddress(text: string, from: number): Found | undefined {
  BARE.lastIndex = from;
  const [found] = BARE.exec(text) ?? [];
  if (found === undefined) return undefined;
  let { length } = found;
  let unopened = 0;
  for (const char of found) unopened += char === ')' ? 1 : char === '(' ? -1 : 0;
  while (length > 0) {
    const last = found[length - 1] ?? '';
    const isExtra = last === ')' && unopened > 0;
    if (!isExtra && !'.,;:!?*_~'.includes(last)) break;
    if (isExtra) unopened -= 1;
    length -= 1;
  }
  return { target: found.slice(0, length), end: from + length };
}

/** An address between `<` and `>`. */
export function bracketedAddress(text: string, from: number): Found | undefined {
  BRACKETED.lastIndex = from;
  const [whole, target] = BRACKETED.exec(text) ?? [];
  if (whole === undefined || target === undefined) return undefined;
  return { target, end: from + whole.length };
}
