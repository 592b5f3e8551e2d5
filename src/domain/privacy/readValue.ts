/** The value of a key, without its quotes: UTF-16 offsets (`end` exclusive), and the text after it. */
export interface Value {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** The rest of the line, at most 60 UTF-16 units: enough to see whether the value is the start of a sentence. */
  readonly next: string;
}

/**
 * An opening quote: single, tripled, escaped (JSON in JSON), of HTML or URLs, or after the prefix letters of Python's and
 * C#'s string literals.
 */
const OPENING_QUOTE = /[rbfu@$]{0,2}(\\{0,4}(?:"""|'''|["'`])|&quot;|&#3[49];|%2[27])/iy;
/** The head of a YAML block scalar, and the indentation of its first line. */
const BLOCK_HEAD = /[|>][-+\d]{0,2}[ \t]{0,8}\r?\n([ \t]{1,40})(?=\S)/y;
/** A string that ends up to four lines further down, with only punctuation after it. */
const DOUBLE_ON =
  /[^"\n]{1,256}(?:\n[ \t]{0,40}[^\s"][^"\n]{0,256}){1,4}(?="[,;)}\]]{0,4}[ \t]{0,8}(?:\r?\n|$))/y;
const SINGLE_ON =
  /[^'\n]{1,256}(?:\n[ \t]{0,40}[^\s'][^'\n]{0,256}){1,4}(?='[,;)}\]]{0,4}[ \t]{0,8}(?:\r?\n|$))/y;
/** An unquoted value ends at a blank, at the quote around the whole pair, or before the next pair. */
const STOPS = {
  plain: /(?<!\\)\s|\n|&[lr][sd]quo;|["'`](?!\w)|[&;,|](?=["'`]?[A-Za-z_][\w.-]{0,40}["'`]?[=:])/g,
  query: /[\s"'`&#<>]|\)(?=[\])\s,.;:!]|$)/g,
  encoded: /[\s"'`&#<>]|%2[236]|%7d/gi,
};

/** Reads the value at `at`. Takes time linear in the length of the value. */
export function readValue(text: string, at: number, form: keyof typeof STOPS): Value {
  const value = (start: number, end: number, quoted: boolean): Value => {
    const after = text.slice(end, end + 60);
    const next = after.slice(0, endOfLine(after, 0));
    return { text: text.slice(start, end), start, end, quoted, next };
  };
  OPENING_QUOTE.lastIndex = at;
  const quote = OPENING_QUOTE.exec(text)?.[1];
  if (quote !== undefined) {
    const start = OPENING_QUOTE.lastIndex;
    return value(start, closingQuote(text, start, quote), true);
  }
  BLOCK_HEAD.lastIndex = at;
  const indent = BLOCK_HEAD.exec(text)?.[1];
  if (indent !== undefined) {
    return value(BLOCK_HEAD.lastIndex, blockEnd(text, BLOCK_HEAD.lastIndex, indent), true);
  }

  const stop = STOPS[form];
  stop.lastIndex = at;
  return value(at, trimmedEnd(text, at, stop.exec(text)?.index ?? text.length), false);
}

/** The end of the string: its closing quote, or the end of the line when that is missing. */
function closingQuote(text: string, start: number, quote: string): number {
  if (quote.length > 1) {
    const close = text.indexOf(quote, start);
    const multiline = quote === '"""' || quote === "'''";
    if (close !== -1 && (multiline || !text.slice(start, close).includes('\n'))) return close;
  } else {
    const ends = quote === '`' ? /\\[\s\S]|`/g : quote === '"' ? /\\.|["\n]/g : /''|\\.|['\n]/g;
    ends.lastIndex = start;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      if (end[0] === quote) return end.index;
      if (end[0] === '\n') break;
    }
    const multiline = quote === '"' ? DOUBLE_ON : SINGLE_ON;
    multiline.lastIndex = start;
    if (quote !== '`' && multiline.test(text)) return multiline.lastIndex;
  }
  return endOfLine(text, start);
}

/** The end of the last line that is indented at least like the first. Blank lines do not end the block. */
function blockEnd(text: string, start: number, indent: string): number {
  let end = endOfLine(text, start);
  for (let next = end; next < text.length; ) {
    const line = next + 1;
    next = endOfLine(text, line);
    if (text.startsWith(indent, line)) end = next;
    else if (text.slice(line, next).trim() !== '') break;
  }
  return end;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

const MAX_TAIL = 8;
const OPENER: Record<string, string> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/** The end of the value without the punctuation of the sentence or code around it; removes at most 8 characters. */
export function trimmedEnd(text: string, start: number, stop: number): number {
  let end = stop;
  while (end > start && stop - end < MAX_TAIL) {
    const last = text.charAt(end - 1);
    const opener = OPENER[last];
    const closesOutside = opener !== undefined && text.slice(start, end).lastIndexOf(opener) === -1;
    if (!closesOutside && !'.,;:\\'.includes(last)) break;
    end -= 1;
  }
  return end;
}
