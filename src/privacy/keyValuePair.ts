import { type Key, namesPassword } from './keyNames.js';
import { keyWords } from './keyWords.js';

/** What stands between a key and its value. */
export type Connector =
  | 'assigned' // `=`
  | 'declared' // `:=`
  | 'compared' // `==`
  | 'colon' // `:`
  | 'flag' // a blank after `--key`, `ENV KEY` or `setx KEY`
  | 'stated' // words such as "is"
  | 'pointed' // an arrow, a dash or the border of a table
  | 'below' // only the end of the line
  | 'loose'; // any weaker connection, such as a blank

/** A key in a text and the place of its value. */
export interface KeyValuePair {
  readonly key: string;
  /** The characters that close the key, for instance a quote. */
  readonly close: string;
  /** What stands between the key and the value, without the blanks around it. */
  readonly sign: string;
  readonly connector: Connector;
  /** True when there are blanks before the value. */
  readonly spaced: boolean;
  /** What stands before the key, at most 80 UTF-16 units. */
  readonly before: string;
  /** `bearer`, `basic` or the like, when that stands between the connector and the value. */
  readonly scheme: string | undefined;
  /** Where the pair was found: in plain text, in the query of a URL, or in a percent-encoded query. */
  readonly form: 'plain' | 'query' | 'encoded';
  /** UTF-16 offset of the value. */
  readonly at: number;
}

/** A suffix for one of several keys: `DB_PASSWORD_PROD`, `API_KEY_2`. */
const WHICH =
  '(?:_?\\d{1,2}|_(?:prod(?:uction)?|stag(?:e|ing)|dev|test|qa|live|old|new|main|primary|backup|default|current|previous|next))?';
/** A quote (escaped or not, of HTML, of URLs), a bracket, markdown's `**`, `?` or `!` of a declaration. */
const CLOSE = '(?:\\\\{0,4}["\'`]|&quot;|&#3[49];|%2[27])?(?:\\[?\\])?(?:\\*\\*|__)?[?!]?';
const TYPED =
  '(?:[ \\t]{0,4}:[ \\t]{0,4}[&*]?[A-Za-z]\\w{1,30}|[ \\t]{1,4}string)[ \\t]{0,4}=(?=[ \\t]{0,4}["\'`])';
/** `token::new` and `secret://` are no pairs. */
const SIGN = '[ \\t\\u00a0]{0,8}(?:=>|:{2,3}=|[:?+.]=|={1,3}|%3[ad]|：|::(?=[ \\t])|:(?!:|\\/\\/))';
const STATING = keyWords('is');
const BESIDE_BLANKS = STATING.filter((word) => !/[\u3040-\ud7a3]/.test(word));
const WITHOUT_BLANKS = STATING.filter((word) => /[\u3040-\ud7a3]/.test(word));
const WORD =
  `[ \\t]{1,4}(?:(?:is|was|are|equals|${BESIDE_BLANKS.join('|')})(?:[ \\t](?:now|still|currently|always|jetzt|nun|maintenant|désormais|ahora|adesso|agora|set[ \\t]to|changed[ \\t]to|reset[ \\t]to))?:?|to|—|–|--?|->|<-|→|\\|)(?=[ \\t])` +
  `|['’]s(?=[ \\t])|[ \\t]{0,4}(?:${WITHOUT_BLANKS.join('|')})`;
const OF = ['for', 'of', 'on', 'in', 'to', 'at', ...keyWords('of')].join('|');
/** `password (staging): …`, `password for the admin is …`; not `passwords do not …`, although `do` is Polish, too. */
const ASIDE = `[ \\t](?:\\([^()\\n]{1,40}\\)|wi-?fi|wlan|vpn|router|root|admin|(?:${OF})[ \\t](?!not[ \\t])[^\\n:=.,;|"'\`]{1,40}?)[ \\t]{0,4}(?:[:=]|[ \\t](?:is|was|${BESIDE_BLANKS.join('|')}))(?=[ \\t])`;
const ARGUMENT = ',(?=[ \\t]{0,8}\\\\{0,4}["\'`])';
/** Markdown's emphasis, YAML's types and anchors. */
const BEFORE_VALUE = '(?:\\*\\*[ \\t]*|!!\\w{1,20}[ \\t]+|&\\w{1,20}[ \\t]+)?';
/** All repetitions are bounded except the blanks before the value, which are read once. */
const AFTER_KEY = new RegExp(
  `${WHICH}(${CLOSE})(${TYPED}|${SIGN}|${ASIDE}|${WORD}|${ARGUMENT}|(?=[ \\t]))([ \\t\\u00a0]*)${BEFORE_VALUE}`,
  'iy',
);
/** A value on its own line below the key, also in a Markdown fence, or a line continued with a backslash. */
const NEXT_LINE = /\\?\r?\n(?:[ \t]*\r?\n)?(?:[ \t]*```\w{0,12}\r?\n)?[ \t]*/y;
const EMPTY_LINE = /\n[ \t]*\r?\n/;

/** The scheme of an Authorization header, before the credentials. */
const SCHEME = /(bearer|basic|token|digest|apikey|negotiate)[ \t]{1,8}(?=[^\s"'`])/iy;

/** What stands before a key whose value follows a blank: `--`, PowerShell's `-`, and commands that set a name to a value. */
const FLAG = new RegExp(
  [
    '(?:^|\\s)--[\\w-]*',
    '\\s-(?:[A-Z][a-z]+)*',
    '(?:^|[\\s>"\'`(])(?:ENV|ARG|(?:[Ss]etx|SETX)(?:\\.exe)?(?:[ \\t]+/[A-Za-z])?|setenv|set[ \\t]+-[A-Za-z]{1,4})[ \\t]+[\\w.]*',
    '\\b(?:git[ \\t]config|(?!env[ \\t]add)(?:env|config|configure|secrets?|variables?)[ \\t:](?:add|put|set))[ \\t]+(?:--?[\\w-]+[ \\t]+){0,3}["\']?[\\w.:/-]*',
  ]
    .map((row) => `(?:${row})$`)
    .join('|'),
);
/** The user of a URL. `urlCredentials` finds its password. */
const URL_USER = /:\/\/[\w.%~-]*$/;
/** An Amazon Resource Name: `secret:` in it is followed by the name of a secret. */
const IN_ARN = /\barn:[\w:*/-]*:$/;
const IN_QUERY = /[?&#][\w.-]*$/;
/** `log('token: ', token)`: a quote after the colon ends the string that contains the key. */
const IN_STRING = /(?:^|[\s([{,=:+|&])(["'`])[\w .:/&?=#,-]{0,60}$/;
const ASIDE_BEGINS = new RegExp(`^(?:\\(|(?:${OF})[ \\t])`, 'i');
/** English words, or a bracket: only of English is it known what says something about a password. */
const ENGLISH_ASIDE = /^(?:\(|(?:for|of|on|in|to|at)[ \t]).*(?:[:=]|is|was)$/i;
const TYPE_OF = /\btype[ \t]+\w*$/;
const QUOTE = /["'`\\]/;
const DEFINES =
  /(?:[#!]define[ \t]+|\bENV[ \t]+|\bARG[ \t]+|\((?:def\w*|setq)[ \t]+|\bset\([ \t]*)[\w*-]*$/i;
const SETS =
  /\b(?:(?:set|put|define|add|append|export|header|property|env|config)\w*\(|buildConfigField )[^\n()]*$/i;

/** The pair that begins with `key`; undefined when no value follows. `before` is the text shortly before the key. */
export function keyValuePairAt(text: string, key: Key, before: string): KeyValuePair | undefined {
  AFTER_KEY.lastIndex = key.end;
  const pair = AFTER_KEY.exec(text);
  if (pair === null || IN_ARN.test(before)) return undefined;
  const close = pair[1] ?? '';
  const sign = pair[2] ?? '';
  const spaced = pair[3] !== '';
  const at = AFTER_KEY.lastIndex;
  if (sign === ':' && !spaced && URL_USER.test(before)) return undefined;
  const found = { key: key.name, close, sign: sign.trim(), spaced, before };
  NEXT_LINE.lastIndex = at;
  if (NEXT_LINE.test(text)) {
    const below = NEXT_LINE.lastIndex;
    // `ARG TOKEN=` has no value: what follows an empty line is another paragraph.
    if (sign.trim() === '=' && EMPTY_LINE.test(text.slice(at, below))) return undefined;
    return { ...found, connector: 'below', scheme: undefined, form: 'plain', at: below };
  }
  const next = text.charAt(at);
  const connector = connectorOf(sign.trim().toLowerCase(), found, QUOTE.test(next));
  const inQuery = sign === '=' && IN_QUERY.test(before);
  if (connector === undefined || (inQuery && spaced)) return undefined;
  const maySignEndString = connector === 'colon' || (sign === '=' && !spaced);
  if (maySignEndString && close === '' && IN_STRING.exec(before)?.[1] === next) return undefined;
  const form = sign.startsWith('%') ? 'encoded' : inQuery ? 'query' : 'plain';
  SCHEME.lastIndex = at;
  const scheme = form === 'plain' ? SCHEME.exec(text)?.[1]?.toLowerCase() : undefined;
  const valueAt = scheme === undefined ? at : SCHEME.lastIndex;
  return { ...found, connector, scheme, form, at: valueAt };
}

/** `quoted` is true when the value begins with a quote. */
function connectorOf(
  sign: string,
  { key, close, before }: Pick<KeyValuePair, 'key' | 'close' | 'before'>,
  quoted: boolean,
): Connector | undefined {
  if (/^(?:=|%3d)$/.test(sign)) return TYPE_OF.test(before) ? 'declared' : 'assigned';
  // In makefiles, whose variables are in upper case, the value is a text. Elsewhere it is an expression.
  if (/^(?::{1,3}|[.+])=$/.test(sign)) return key === key.toUpperCase() ? 'assigned' : 'declared';
  // `token ??= …` of JavaScript.
  if (sign === '?=') return close === '?' ? 'declared' : 'assigned';
  if (/^={2,3}$/.test(sign)) return quoted ? 'compared' : undefined;
  // Arrow functions, the arrows of PHP and Ruby, and what assigns in R.
  if (/^(?:=>|->|<-|→)$/.test(sign)) return quoted ? 'assigned' : 'pointed';
  if (/^(?:—|–|--?|\||to)$/.test(sign)) return 'pointed';
  if (/^(?:::?|：|%3a)$/.test(sign)) return 'colon';
  if (sign === ',') {
    if (!QUOTE.test(close)) return undefined;
    return SETS.test(before) ? 'assigned' : 'loose';
  }
  if (sign === '') {
    if ((close === '' || quoted) && FLAG.test(before)) return quoted ? 'assigned' : 'flag';
    return quoted && DEFINES.test(before) ? 'assigned' : 'loose';
  }
  if (ENGLISH_ASIDE.test(sign)) return 'stated';
  if (ASIDE_BEGINS.test(sign)) return 'pointed';
  return sign.endsWith('=') ? 'assigned' : 'stated';
}

/** The value of a key, without its quotes: UTF-16 offsets (`end` exclusive), and the text after it. */
interface Value {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** The rest of the line, at most 60 UTF-16 units: enough to see whether the value is the start of a sentence. */
  readonly next: string;
}

/** A pair and its value, with what is often asked of them. */
export interface Candidate extends KeyValuePair, Value {
  /** Whether the key names a password. */
  readonly isPassword: boolean;
  /** What stands before the key on its line, as far as `before` goes. */
  readonly line: string;
  /** The value without the brackets and the emphasis around it. */
  readonly core: string;
}

/** The value of a pair. */
export function candidateAt(text: string, pair: KeyValuePair): Candidate {
  const value = readValue(text, pair.at, pair.form);
  return {
    ...pair,
    ...value,
    isPassword: namesPassword(pair.key),
    line: pair.before.slice(pair.before.lastIndexOf('\n') + 1),
    core: value.text.replace(/^[([{*_]{1,3}/, '').replace(/[)\]}*_!?]{1,3}$/, ''),
  };
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
