/** At the beginning of a line: signs of headings, quotes, lists, tasks, tables, and of code and rules as whole lines. */
const LINE_START = /^[ \t]*(?:(?:#{1,6}|[-+*]|\d{1,9}[.)]|>)[ \t]+|>|\|)(?:\[[ xX]\][ \t]+)?/gm;
const MARKUP_LINE = /^[ \t]*(?:`{3,}|~{3,}|[-*_]{3,}|={3,}|\|?[ \t]*:?-{3,})[^\n]*$/gm;
/** Its address may hold a pair of parentheses, as those of Wikipedia do. */
const LINK = /!?\[([^[\]\n]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)/g;
/** Emphasis that begins and ends at a word. What it cannot be stays: `auth*`, `snake_case`, `2 * 3`. */
const EMPHASIS = /(\*{1,3}|~~)(?=[^\s*~])([^*~\n]*[^\s*~])\1/g;

/**
 * What a text in Markdown says, on one line, without its signs: for extracts, where nothing is laid out. It takes time in
 * proportion to the length of the text.
 */
export function plainExtract(markdown: string): string {
  return markdown
    .replace(MARKUP_LINE, '')
    .replace(LINE_START, '')
    .replace(LINK, '$1')
    .replace(EMPHASIS, '$2')
    .replace(/`+/g, '')
    .replace(/\s+/g, ' ');
}

/** What began before a text was cut, and does not end. */
const CUT_LINK = /!?\[([^[\]\n]*)\]\([^()\n]*$/;
const CUT_BOLD = /(^|\s)(?:\*{2,3}|~~)(?=[\p{L}\p{N}])(?=[^*~\n]*$)/u;

/** A word that is longer is cut: the text may be in a script without spaces. */
const LONGEST_WORD = 30;

/** What the beginning of a text says; of one that the service has cut, up to its last whole word. */
export function beginningExtract({
  content,
  content_bytes,
}: {
  readonly content: string;
  /** The length of the whole text, where this is not all of it. */
  readonly content_bytes?: number | undefined;
}): string {
  if (content_bytes === undefined) return plainExtract(content).trim();
  const text = plainExtract(content.replace(CUT_LINK, '$1').replace(CUT_BOLD, '$1')).trim();
  const end = text.lastIndexOf(' ');
  const isLong = end === -1 || text.length - end > LONGEST_WORD;
  return `${isLong ? text : text.slice(0, end)}…`;
}

/** No text holds it, and no sign of Markdown goes across it. */
const MARK = '\0';

/** The parts of an extract of a search: every second one matched. */
export function extractOf(text: string): readonly string[] {
  return plainExtract(text.split('**').join(MARK)).trim().split(MARK);
}
