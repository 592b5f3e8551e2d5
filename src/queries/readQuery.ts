/** A search as FTS5 match expressions, to be tried in order until there are enough hits. */
export interface ReadQuery {
  /** The caller's own FTS5 syntax, when the query clearly is some. It may still not parse. */
  readonly syntax: string | undefined;
  /** The same text taken as words: first all of them, then any of them. */
  readonly words: readonly string[];
}

const LONGEST = 2000;
const MOST_TERMS = 24;

/** What nobody writes without meaning FTS5 syntax. Mere punctuation is not among it. */
const SIGNS: readonly RegExp[] = [
  /"[^"]*[\p{L}\p{N}][^"]*"/u,
  /[\p{L}\p{N}")*]\s+(?:AND|OR|NOT)\s+[\p{L}\p{N}"(^]/u,
  /\bNEAR\s*\(/u,
  /[\p{L}\p{N}"]\*(?:[\s)]|$)/u,
  /(?:^|[\s({])(?:title|content|tags)\s*:\s*[\p{L}\p{N}"(^]/u,
  /(?:^|[\s(:])\^[\p{L}\p{N}"]/u,
];

/**
 * Reads what a person or an agent typed. FTS5 calls `don't`, `a-b` and `src/auth.ts` syntax errors, so
 * text is only taken as syntax when it shows a sign of it and its quotes and parentheses are balanced.
 */
export function readQuery(q: string): ReadQuery {
  const text = q.slice(0, LONGEST).replace(/\p{Cc}/gu, ' ');
  const isSyntax = SIGNS.some((sign) => sign.test(text)) && isBalanced(text);
  return { syntax: isSyntax ? text : undefined, words: wordExpressions(text) };
}

/** Quoted, a term is a term whatever it spells: `NOT` and `NEAR` included. */
function wordExpressions(text: string): string[] {
  const terms = text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
  const distinct = [...new Map(terms.map((term) => [term.toLowerCase(), term])).values()];
  const quoted = distinct.slice(0, MOST_TERMS).map((term) => `"${term}"`);
  if (quoted.length < 2) return quoted;
  return [quoted.join(' AND '), quoted.join(' OR ')];
}

function isBalanced(text: string): boolean {
  const outside = text.replace(/"[^"]*"/g, '');
  let depth = 0;
  for (const char of outside) {
    if (char === '(') depth += 1;
    if (char === ')' && --depth < 0) return false;
  }
  return depth === 0 && !outside.includes('"');
}
