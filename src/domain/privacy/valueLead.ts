import type { Key } from './keyNames.js';

/**
 * What leads from a key to its value: `=`; `:=`; `:`; a blank behind `--key`; words such as "is"; nothing but a line's
 * end; anything weaker, such as a blank, a dash or the border of a table.
 */
export type Lead = 'assigned' | 'declared' | 'colon' | 'flag' | 'told' | 'below' | 'loose';

/** How a value hangs on its key. */
export interface Pairing {
  readonly key: string;
  /** What closes the key, a quote for instance. */
  readonly close: string;
  readonly lead: Lead;
  /** Whether there are blanks before the value. */
  readonly spaced: boolean;
  /** Where the pair stands: in plain text, in the query of a URL, or in one that is percent-encoded itself. */
  readonly form: 'plain' | 'query' | 'encoded';
  /** Where the value begins. */
  readonly at: number;
}

/** Which one of several the key is: `DB_PASSWORD_PROD`, `API_KEY_2`. */
const WHICH =
  '(?:_?\\d{1,2}|_(?:prod(?:uction)?|stag(?:e|ing)|dev|test|qa|live|old|new|main|primary|backup|default|current|previous|next))?';
/** A quote (escaped or not, of HTML, of URLs), a bracket, markdown's `**`, `?` or `!` of a declaration. */
const CLOSE = '(?:\\\\{0,4}["\'`]|&quot;|&#3[49];|%2[27])?(?:\\[?\\])?(?:\\*\\*|__)?[?!]?';
const TYPED = '[ \\t]{0,4}:[ \\t]{0,4}[&*]?[A-Za-z]\\w{1,30}[ \\t]{0,4}=(?=[ \\t]{0,4}["\'`])';
/** `token::new` and `secret://` are no pairs. */
const SIGN = '[ \\t\\u00a0]{0,8}(?:=>|:=|={1,3}|%3[ad]|：|::(?=[ \\t])|:(?!:|\\/\\/))';
const WORD = "[ \\t]{1,4}(?:is|was|—|–|-|->|→|\\|)(?=[ \\t])|['’]s(?=[ \\t])";
/** `password (staging): …`, `password for the admin is …`. */
const ASIDE =
  '[ \\t](?:\\([^()\\n]{1,40}\\)|(?:for|of|on|in|to|at)[ \\t][^\\n:=.,;|"\'`]{1,40}?)[ \\t]{0,4}(?:[:=]|[ \\t](?:is|was))(?=[ \\t])';
const ARGUMENT = ',(?=[ \\t]{0,8}\\\\{0,4}["\'`])';
/** Markdown's emphasis, YAML's types and anchors. */
const BEFORE_VALUE = '(?:\\*\\*[ \\t]*|!!\\w{1,20}[ \\t]+|&\\w{1,20}[ \\t]+)?';
/** All repetitions are bounded but the blanks before the value, which are read once. */
const AFTER_KEY = new RegExp(
  `${WHICH}(${CLOSE})(${TYPED}|${SIGN}|${WORD}|${ASIDE}|${ARGUMENT}|(?=[ \\t]))([ \\t\\u00a0]*)${BEFORE_VALUE}`,
  'iy',
);
/** A value on a line of its own below the key, in a fence too; a line that goes on behind a backslash. */
const NEXT_LINE = /\\?\r?\n(?:[ \t]*\r?\n)?(?:[ \t]*```\w{0,12}\r?\n)?[ \t]*/y;

const FLAG = /(?:^|\s)--[\w-]*$/;
/** The user of a URL, whose password has a rule of its own. */
const URL_USER = /:\/\/[\w.%~-]*$/;
/** What the name of a thing in AWS calls a secret is its name. */
const IN_ARN = /\barn:[\w:*/-]*:$/;
const IN_QUERY = /[?&#][\w.-]*$/;
/** `log('token: ', token)`: a quote behind the colon ends the string that the key stands in. */
const IN_STRING = /(?:^|[\s([{,=:+|&])(["'`])[\w .:/-]{0,40}$/;
const ASIDE_BEGINS = /^(?:\(|(?:for|of|on|in|to|at)[ \t])/;
const TYPE_OF = /\btype[ \t]+\w*$/;
const QUOTE = /["'`\\]/;
const DEFINES = /(?:#define|\bENV|\bARG)[ \t]+\w*$/;
const SETS =
  /\b(?:(?:set|put|define|add|append|export|header|property|env|config)\w*\(|buildConfigField )[^\n()]*$/i;

/** Finds out how a value hangs on the key; undefined when none does. `before` is the text before the key, as far as it tells. */
export function pairingOf(text: string, key: Key, before: string): Pairing | undefined {
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
    return { key: key.name, close, lead: 'below', spaced, form: 'plain', at: NEXT_LINE.lastIndex };
  }
  const next = text.charAt(at);
  const lead = leadOf(sign.trim().toLowerCase(), close, before, QUOTE.test(next));
  const inQuery = sign === '=' && IN_QUERY.test(before);
  if (lead === undefined || (inQuery && spaced)) return undefined;
  if (lead === 'colon' && close === '' && IN_STRING.exec(before)?.[1] === next) return undefined;
  const form = sign.startsWith('%') ? 'encoded' : inQuery ? 'query' : 'plain';
  return { key: key.name, close, lead, spaced, form, at };
}

/** `quoted`: whether the value begins with a quote. */
function leadOf(sign: string, close: string, before: string, quoted: boolean): Lead | undefined {
  switch (sign) {
    case '=':
    case '%3d':
      return TYPE_OF.test(before) ? 'declared' : 'assigned';
    case ':=':
      return 'declared';
    // Comparisons, and the arrows of functions as well as of PHP and Ruby: only a quoted value is one there.
    case '=>':
    case '==':
    case '===':
      return quoted ? 'assigned' : undefined;
    case ':':
    case '::':
    case '：':
    case '%3a':
      return 'colon';
    case ',':
      if (!QUOTE.test(close)) return undefined;
      return SETS.test(before) ? 'assigned' : 'loose';
    case 'is':
    case 'was':
    case "'s":
    case '’s':
      return 'told';
    case '':
      if (close === '' && FLAG.test(before)) return 'flag';
      return quoted && DEFINES.test(before) ? 'assigned' : 'loose';
    default:
      if (ASIDE_BEGINS.test(sign)) return 'told';
      return sign.endsWith('=') ? 'assigned' : 'loose';
  }
}
