/** What follows a key: the value without its quotes, where it stands (UTF-16 offsets), and what comes after it. */
export interface Value {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** The rest of the line, as far as it tells whether the value is the beginning of a sentence. */
  readonly next: string;
}

/** Quotes, also tripled, escaped (JSON in JSON) or behind the letters of Python's and C#'s string literals. */
const OPENING_QUOTE = /[rbfu@$]{0,2}(\\{0,4}(?:"""|'''|["'`]))/iy;
const BLOCK_SCALAR = /[|>][-+\d]{0,2}[ \t]*\r?\n([ \t]+)(\S.*(?:\n\1.*)*)/dy;
/** An unquoted value ends at a blank, at the quote around the whole pair, or before the next pair. */
const STOP = /\s|["'`](?!\w)|[&;,|](?=["'`]?[A-Za-z_][\w.-]{0,40}["'`]?[=:])/g;
const QUERY_STOP = /[\s"'`&#<>]/g;

/** Reads the value at `at`; `inQuery` when the pair is one of a URL's query. Costs what the value is long. */
export function readValue(text: string, at: number, inQuery: boolean): Value {
  const value = (start: number, end: number, quoted: boolean): Value => {
    const next = text.slice(end, end + 60).split('\n', 1)[0] ?? '';
    return { text: text.slice(start, end), start, end, quoted, next };
  };
  OPENING_QUOTE.lastIndex = at;
  const quote = OPENING_QUOTE.exec(text)?.[1];
  if (quote !== undefined) {
    const start = OPENING_QUOTE.lastIndex;
    return value(start, closingQuote(text, start, quote), true);
  }
  BLOCK_SCALAR.lastIndex = at;
  const block = BLOCK_SCALAR.exec(text)?.indices?.[2];
  if (block !== undefined) return value(block[0], block[1], true);

  const stop = inQuery ? QUERY_STOP : STOP;
  stop.lastIndex = at;
  return value(at, trimmedEnd(text, at, stop.exec(text)?.index ?? text.length), false);
}

/** Where the string ends: its quote, or the end of the line when that is missing. */
function closingQuote(text: string, start: number, quote: string): number {
  if (quote.length > 1) {
    const close = text.indexOf(quote, start);
    const multiline = quote === '"""' || quote === "'''";
    if (close !== -1 && (multiline || !text.slice(start, close).includes('\n'))) return close;
  } else {
    const ends = quote === '`' ? /\\[\s\S]|`/g : quote === '"' ? /\\.|["\n]/g : /\\.|['\n]/g;
    ends.lastIndex = start;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      if (end[0] === quote) return end.index;
      if (end[0] === '\n') break;
    }
  }
  const line = text.indexOf('\n', start);
  return line === -1 ? text.length : line;
}

const LONGEST_TAIL = 8;

/** The end without the punctuation of the sentence or the code around the value; of a longer tail, only a part. */
export function trimmedEnd(text: string, start: number, stop: number): number {
  let end = stop;
  while (end > start && stop - end < LONGEST_TAIL) {
    const last = text.charAt(end - 1);
    const opener = { ')': '(', ']': '[', '}': '{', '>': '<' }[last];
    const closesOutside = opener !== undefined && text.slice(start, end).lastIndexOf(opener) === -1;
    if (!closesOutside && !'.,;:\\'.includes(last)) break;
    end -= 1;
  }
  return end;
}
