import type { Key } from './keyNames.js';
import { KEY_WORDS } from './keyWords.js';

/**
 * The text between a key and its value: `=` (assigned); `:=` (declared); `==` (compared); `:` (colon); a blank after
 * `--key`, `ENV KEY` or `setx KEY` (flag); words such as "is" (stated); an arrow, a dash or the border of a table (pointed); only the end of the
 * line (below); any weaker connection, such as a blank (loose).
 */
export type Connector =
  | 'assigned'
  | 'declared'
  | 'compared'
  | 'colon'
  | 'flag'
  | 'stated'
  | 'pointed'
  | 'below'
  | 'loose';

/** A key in a text and the place of its value. */
export interface KeyValuePair {
  readonly key: string;
  /** The characters that close the key, for instance a quote. */
  readonly close: string;
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
const STATING = KEY_WORDS.flatMap(({ is = [] }) => is);
const BESIDE_BLANKS = STATING.filter((word) => !/[\u3040-\ud7a3]/.test(word));
const WITHOUT_BLANKS = STATING.filter((word) => /[\u3040-\ud7a3]/.test(word));
const WORD =
  `[ \\t]{1,4}(?:(?:is|was|are|equals|${BESIDE_BLANKS.join('|')})(?:[ \\t](?:now|still|currently|always|jetzt|nun|maintenant|désormais|ahora|adesso|agora|set[ \\t]to|changed[ \\t]to|reset[ \\t]to))?:?|to|—|–|--?|->|<-|→|\\|)(?=[ \\t])` +
  `|['’]s(?=[ \\t])|[ \\t]{0,4}(?:${WITHOUT_BLANKS.join('|')})`;
const OF = ['for', 'of', 'on', 'in', 'to', 'at', ...KEY_WORDS.flatMap(({ of = [] }) => of)].join(
  '|',
);
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
  NEXT_LINE.lastIndex = at;
  if (NEXT_LINE.test(text)) {
    const valueAt = NEXT_LINE.lastIndex;
    return {
      key: key.name,
      close,
      connector: 'below',
      spaced,
      before,
      scheme: undefined,
      form: 'plain',
      at: valueAt,
    };
  }
  const next = text.charAt(at);
  const connector = connectorOf(
    sign.trim().toLowerCase(),
    key.name,
    close,
    before,
    QUOTE.test(next),
  );
  const inQuery = sign === '=' && IN_QUERY.test(before);
  if (connector === undefined || (inQuery && spaced)) return undefined;
  const maySignEndString = connector === 'colon' || (sign === '=' && !spaced);
  if (maySignEndString && close === '' && IN_STRING.exec(before)?.[1] === next) {
    return undefined;
  }
  const form = sign.startsWith('%') ? 'encoded' : inQuery ? 'query' : 'plain';
  SCHEME.lastIndex = at;
  const scheme = form === 'plain' ? SCHEME.exec(text)?.[1]?.toLowerCase() : undefined;
  const valueAt = scheme === undefined ? at : SCHEME.lastIndex;
  return { key: key.name, close, connector, spaced, before, scheme, form, at: valueAt };
}

/** `quoted` is true when the value begins with a quote. */
function connectorOf(
  sign: string,
  key: string,
  close: string,
  before: string,
  quoted: boolean,
): Connector | undefined {
  switch (sign) {
    case '=':
    case '%3d':
      return TYPE_OF.test(before) ? 'declared' : 'assigned';
    // In makefiles, whose variables are in upper case, the value is a text. Elsewhere it is an expression.
    case ':=':
    case '::=':
    case ':::=':
    case '.=':
    case '+=':
      return key === key.toUpperCase() ? 'assigned' : 'declared';
    // `token ??= …` of JavaScript.
    case '?=':
      return close === '?' ? 'declared' : 'assigned';
    case '==':
    case '===':
      return quoted ? 'compared' : undefined;
    // Arrow functions, and the arrows of PHP and Ruby.
    case '=>':
    case '->':
    // Assigns in R.
    case '<-':
    case '→':
      return quoted ? 'assigned' : 'pointed';
    case '—':
    case '–':
    case '-':
    case '--':
    case '|':
    case 'to':
      return 'pointed';
    case ':':
    case '::':
    case '：':
    case '%3a':
      return 'colon';
    case ',':
      if (!QUOTE.test(close)) return undefined;
      return SETS.test(before) ? 'assigned' : 'loose';
    case '':
      if ((close === '' || quoted) && FLAG.test(before)) return quoted ? 'assigned' : 'flag';
      return quoted && DEFINES.test(before) ? 'assigned' : 'loose';
    default:
      if (ENGLISH_ASIDE.test(sign)) return 'stated';
      if (ASIDE_BEGINS.test(sign)) return 'pointed';
      return sign.endsWith('=') ? 'assigned' : 'stated';
  }
}
