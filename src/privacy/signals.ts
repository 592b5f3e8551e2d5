import { EXPRESSIONS } from './expressions.js';
import { isAmbiguous } from './keyNames.js';
import type { Candidate, Connector } from './keyValuePair.js';
import { isState, standsInstead } from './keyWords.js';
import {
  ALGORITHM,
  FILE,
  KEY_WORD,
  looksChosen,
  looksMadeUp,
  looksRandom,
  looksSecret,
} from './looks.js';
import { isReference, LONGEST_REFERENCE } from './references.js';

/** One thing that speaks for a secret (a weight above 0) or against it (below 0). */
interface Signal {
  /** What is seen, in words for reports. */
  readonly name: string;
  readonly weight: number;
  readonly test: (candidate: Candidate) => boolean;
  /** The connectors behind which it counts; by default all. */
  readonly behind?: readonly Connector[];
  /** True: it counts for values in quotes only; false: only for those without. */
  readonly quoted?: boolean;
}

/** Behind these a value is a secret unless something speaks against it. */
const STRONG: readonly Connector[] = ['assigned', 'declared', 'compared', 'colon', 'flag'];
/** Behind these it is a secret only if something speaks for it. */
const WEAK: readonly Connector[] = ['stated', 'pointed', 'below', 'loose'];
/** What the connector itself says, before the value is looked at. */
const PRIOR = { strong: 1, weak: -1 };
/** The weight of what rules a secret out, whatever speaks for it. */
const OUT = Number.NEGATIVE_INFINITY;

const NAME = /^[A-Za-z_$][A-Za-z_$.]*$/;
/** Lower case, capitalised or an acronym, with the hyphens and apostrophes words have. */
const WORD = /^(?:[A-Za-z]?[a-z]*(?:['’/-][a-z]+)*|[A-Z]{2,6}s?)$/;
const isWord = ({ core }: Candidate): boolean => WORD.test(core);

/** Names after which one plain word is told from a statement: the words of the others are not known. */
const STATED_KEY = /^(?:pass(?:[_\- ]?word|wd|[_\- ]?phrase|code)|pwd)$|[^ -~\u00a0-\u024f]/i;
/** The end of a clause, or words that go on after it. */
const ENDS_CLAUSE =
  /^[.!,;)\]]?[ \t\r]*$|^[.,;!)]|^[ \t]+(?:until|till|for (?:now|the|all|both|this)|and (?:the|user)|\()/;
/** What stands before the key where the key is all of a line: marks of a list or a heading, and at most one word. */
const FORM_LINE =
  /^[ \t]{0,8}(?:[>*#-]{1,3}[ \t])?[*_`]{0,2}(?:(?!(?:and|case|def|elif|else|for|if|in|not|or|while|with)\b)[A-Za-z]{1,16}[ _-])?$/i;

const FOR: readonly Signal[] = [
  { name: 'looks random', weight: 2, behind: WEAK, test: ({ text }) => looksRandom(text) },
  {
    name: 'looks made up',
    weight: 2,
    behind: ['stated', 'pointed', 'below'],
    // Below its key, alone on a line, stands the value of a form, in any form of words.
    test: ({ text, quoted, isPassword, connector, line }) =>
      isPassword && (connector !== 'below' || FORM_LINE.test(line)) && looksMadeUp(text, quoted),
  },
  {
    name: 'looks chosen',
    weight: 2,
    behind: ['loose'],
    test: ({ key, text, isPassword }) => (isPassword || /secret$/i.test(key)) && looksChosen(text),
  },
  {
    // "The password is swordfish."
    name: 'a word that says nothing about it',
    weight: 2,
    behind: ['stated'],
    test: ({ key, text, quoted, next }) =>
      STATED_KEY.test(key) &&
      /^[A-Za-z]{5,32}(?:[-_.][A-Za-z]{1,32}){0,4}$/.test(text) &&
      ![KEY_WORD, FILE].some((form) => form.test(text)) &&
      !isState(text) &&
      (quoted || ENDS_CLAUSE.test(next)),
  },
  {
    name: 'behind a key in quotes',
    weight: 6,
    behind: ['colon'],
    test: ({ close }) => /["'`]/.test(close) && close !== '`',
  },
];

/** A validation message of a form, and rules of a validator. */
const MESSAGE =
  /^(?:must|should|cannot|can't|may not|has to|needs to|is (?:required|too|not|invalid|missing|empty)|please enter) |^(?:bail|confirmed|nullable|required|sometimes|string)[|,]/i;
/** Words that follow the name of an option in a sentence. */
const AFTER_OPTION =
  /^(?:a|also|options?|credentials?|and|are|argument|as|at|becomes|but|by|can|does|environment|exists|file|flag|for|from|has|if|in|instead|is|it|must|not|now|on|only|option|or|over|parameter|prompt|removed|required|stdin|support|takes|the|then|to|together|value|via|variable|was|when|where|which|will|wins|with|without|works)$/i;
/** In front of the credentials of a header. */
const SCHEME = /^(?:bearer|basic|token)[ \t]+/i;
/** The name of a type, in a signature or a declaration. */
const TYPE_NAME =
  /^(?:[A-Z]\d?|(?:[A-Z]\w*\.)+[A-Z]\w*|(?:[A-Z]{1,5}[a-z]+){1,4}(?:Config|Dto|Field|Hash|Input|Like|Model|Object|Options|Payload|Props|Provider|Schema|Service|Source|Spec|State|Store|Type|Value|View))$/;
/** A word of scripts that passwords are hardly written in. */
const PROSE =
  /^[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*\d{0,2}[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]+$/;
const CAMEL_CASE = /^(?:[A-Z]{1,2}[a-z]{2,}){2,4}$/;
/** A constant of a program. */
const UPPER_NAME = /^[A-Z]{2,}(?:_[A-Z]+)+$/;

const AGAINST: readonly Signal[] = [
  {
    name: 'a reference',
    weight: OUT,
    test: ({ text, quoted }) => isReference(text.replace(SCHEME, ''), quoted),
  },
  { name: 'the name of its key', weight: OUT, test: isNameOfKey },
  { name: 'where a shell stands', weight: OUT, test: isWorkingDirectory },
  { name: 'no token', weight: OUT, test: isNoToken },
  {
    name: 'speaks about its key',
    weight: OUT,
    quoted: true,
    test: ({ text, key }) => MESSAGE.test(text) || isLabel(text, key),
  },
  {
    // Lexers compare their tokens with words and signs.
    name: 'compared with a word',
    weight: OUT,
    behind: ['compared'],
    test: ({ text, quoted, isPassword }) => !quoted || !(isPassword || looksSecret(text)),
  },
  {
    name: 'the name of a variable',
    weight: OUT,
    behind: ['declared'],
    quoted: false,
    test: ({ text }) => NAME.test(text),
  },
  ...Object.entries(EXPRESSIONS).map(
    ([name, test]): Signal => ({
      name,
      test,
      weight: OUT,
      behind: ['declared', 'assigned', 'colon', 'pointed'],
      quoted: false,
    }),
  ),
  {
    name: 'words about an option',
    weight: OUT,
    behind: ['flag'],
    quoted: false,
    test: ({ text, core }) => AFTER_OPTION.test(text) || (core !== text && WORD.test(core)),
  },
  {
    // `key="password" value="…"`: the next attribute
    name: 'an option or an attribute',
    weight: OUT,
    behind: ['flag', 'loose'],
    test: ({ text }) => /^(?:-|[\w-]{1,40}=["'])/.test(text),
  },
  {
    name: 'says how it is kept',
    weight: OUT,
    behind: ['colon'],
    quoted: false,
    test: ({ text }) => standsInstead(text),
  },
  {
    name: 'a name for a secret, a file or a type',
    weight: OUT,
    behind: ['colon', 'flag'],
    quoted: false,
    test: ({ text }) =>
      (NAME.test(text) && KEY_WORD.test(text)) ||
      [FILE, TYPE_NAME, PROSE].some((form) => form.test(text)),
  },
  {
    name: 'a name of a program or an algorithm',
    weight: OUT,
    behind: ['colon', 'flag'],
    quoted: false,
    test: ({ core, isPassword }) =>
      !isPassword && [CAMEL_CASE, ALGORITHM, UPPER_NAME].some((form) => form.test(core)),
  },
  {
    name: 'a word behind a name of two meanings, or Basic',
    weight: OUT,
    behind: ['colon'],
    quoted: false,
    test: (candidate) =>
      isWord(candidate) &&
      (isAmbiguous(candidate.key) || ![undefined, 'bearer'].includes(candidate.scheme)),
  },
  {
    name: 'a word of a sentence',
    weight: -2,
    behind: ['colon'],
    quoted: false,
    test: (candidate) => isWord(candidate) && goesOn(candidate),
  },
  {
    name: 'an acronym',
    weight: -2,
    behind: ['colon'],
    quoted: false,
    test: ({ core }) => /^[A-Z]{2,6}$/.test(core),
  },
  {
    // `std:token:next`, `"passwd:uid",`
    name: 'a word right behind a colon',
    weight: -2,
    behind: ['colon'],
    quoted: false,
    test: (candidate) =>
      isWord(candidate) && !candidate.spaced && (!candidate.isPassword || isQuotedName(candidate)),
  },
  { name: 'several words', weight: OUT, behind: WEAK, test: ({ text }) => /\s/.test(text) },
];

const SENTENCE = /^[,;:.!?]?[ \t]+[([]?(?:[A-Za-z`'"]|#\w)|^[!?]?[,;][ \t]+[A-Za-z]/;
const ANOTHER_PAIR = /^[,;][ \t]*["'`]?[\w-]{1,40}["'`]?[ \t]*[:=]/;
const ANOTHER_PAIR_OR_ASIDE = /^[,;]?[ \t]+(?:[(/]|["'`]?[\w-]{1,40}["'`]?[:=])/;

/** Whether a sentence goes on behind the value, and not another pair. */
function goesOn({ next, isPassword }: Candidate): boolean {
  if (!SENTENCE.test(next) || ANOTHER_PAIR.test(next)) return false;
  return !(isPassword && ANOTHER_PAIR_OR_ASIDE.test(next));
}

/** `"passwd:uid",`: a name in a list of names. */
const isQuotedName = ({ before, next }: Candidate): boolean =>
  /["'`]$/.test(before) && /^["'`][,)\]]/.test(next) && before.at(-1) === next.at(0);

/** No value of a token: a version, a colour, a scheme, a regular expression, a comment, a call, a placeholder. */
const NO_TOKEN =
  /^(?:[~^]\d{1,4}|[~^]?\d{1,4}(?:\.\d{1,4}){1,3}|#[\da-f]{3,8}|sha\d{3}-.*|\?[A-Z]\w*|bearer|basic|digest|\d{0,2}\*.*|.*(?:\(\?[:=!<]|\\[wWdDsS]|\[\^).*|\/\/ .*|(?:\\u[\da-f]{4}|\\[nrt])+|[a-z]{1,20}\(["'].*\)|my[-_]?(?:auth[-_]?)?(?:token|secret|key)\d?(?:-here)?)$/i;
/** Tokens and keys have no blanks and are no words: `token: "Hello"`, `countToken: "COUNT"`, `key: 'pre-shared key'`. */
const WORDS_FOR_TOKEN =
  /^(?:[A-Za-z'’-]+(?: [A-Za-z'’-]+)+|[A-Z][a-z]+[!?.]?(?:\\[nrt])?|[A-Z]{2,6})$/;
/** "will be redacted", "this should be ignored" */
const SENTENCE_ABOUT = /^(?:this|it|as|will|should|must|is)\b[A-Za-z ]*$/i;
/** The attribute of HTML for the letter that reaches a link, behind `<a ` or another attribute. */
const IN_TAG = /(?:<[a-z]\w{0,10}|")[ \t]{1,8}$/i;
const EVERYDAY =
  /\b(?:an?|and|are|be|by|for|from|in|is|must|not|of|or|should|that|the|this|to|will|with)\b/i;
/** True for what cannot be the value of a token or key, though it might be a password. */
function isNoToken({ text, key, before, quoted, isPassword }: Candidate): boolean {
  if (isPassword) return false;
  if (text.length <= LONGEST_REFERENCE && NO_TOKEN.test(text)) return true;
  if (!quoted) return false;
  if (isProse(text) || UPPER_NAME.test(text)) return true;
  if (text.length === 1 && /^accesskey$/i.test(key) && IN_TAG.test(before)) return true;
  return (/(?:token|key)$/i.test(key) ? WORDS_FOR_TOKEN : SENTENCE_ABOUT).test(text);
}

/** Five words or more, among them some of every sentence, so that it is no passphrase; and nothing random. */
function isProse(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length >= 5 && EVERYDAY.test(text) && !words.some(looksRandom);
}

/** `password: 'Password'`, `password: "PasswordFlow"`, `'Password used to sign'`: the label of a field. */
function isLabel(text: string, key: string): boolean {
  if (!/^[A-Z][a-z]/.test(text)) return false;
  const rest = text.slice(key.length);
  return text.toLowerCase().startsWith(key.toLowerCase()) && /^(?:$|[ :]|[A-Z][a-z]+$)/.test(rest);
}

/** `token=token`, `token = next_token`, `password: passwordHash`: the value is a variable or a placeholder. */
function isNameOfKey({ text, key, before, spaced, quoted, isPassword }: Candidate): boolean {
  if (!NAME.test(text.replace(/\d$/, ''))) return false;
  const whole = (/[\w$]{0,40}$/.exec(before)?.[0] ?? '') + key;
  const name = text.toLowerCase().replace(/\d$/, '');
  if (name === key.toLowerCase() || wordsOf(text.replace(/\d$/, '')) === wordsOf(whole))
    return true;
  if (quoted && isPassword) return false;
  if (spaced && !quoted && name.endsWith(key.toLowerCase())) return true;
  const words = wordsOf(text);
  return (
    words.trim().includes(' ') &&
    (words.includes(wordsOf(key)) || squashed(text).endsWith(squashed(key)))
  );
}

const squashed = (name: string) => name.replace(/[_$. -]/g, '').toLowerCase();

/** The words of a name in lower case, with blanks around: ` private key ` of `PrivateKey` and `PRIVATE_KEY`. */
const wordsOf = (name: string) =>
  ` ${name
    .replace(/([a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z]))|[_$. -]+/g, '$1 ')
    .trim()
    .toLowerCase()} `;

/** `PWD` is where a shell stands. */
function isWorkingDirectory({ text, key, before }: Candidate): boolean {
  return (
    /^pwd$/i.test(key) &&
    !/[\w-]$/.test(before.replace(/OLD$/i, '')) &&
    /^(?:\/|~|[A-Za-z]:[\\/]|(?:[a-z]*dir|cwd|path)$)/.test(text)
  );
}

/** In UTF-16 units. A longer value behind a strong connector is a secret: what is kept is read again, and so has to be short. */
export const LONGEST_KEPT = 512;

/** Behind which connector which signals count, with quotes and without. */
const SIGNALS = new Map<string, readonly Signal[]>(
  [...STRONG, ...WEAK].flatMap((connector) =>
    [true, false].map((quoted): [string, readonly Signal[]] => [
      `${connector} ${quoted}`,
      [...AGAINST, ...FOR].filter(
        (signal) =>
          (signal.behind?.includes(connector) ?? true) && (signal.quoted ?? quoted) === quoted,
      ),
    ]),
  ),
);

export const isWeak = (connector: Connector): boolean => WEAK.includes(connector);

/**
 * Why the value of a key is a secret: the names of the signals that speak for it, besides the connector. Undefined when it is none:
 * when the weights of all signals and of the connector add up to less than 1.
 */
export function whySecret(candidate: Candidate): readonly string[] | undefined {
  const { text, quoted, connector } = candidate;
  if (!/[\p{L}\p{N}]/u.test(text))
    return quoted && new Set(text.slice(0, 64)).size >= 5 ? ['signs in quotes'] : undefined;
  if (text.length > LONGEST_KEPT) return ['longer than any name'];
  let sum = isWeak(connector) ? PRIOR.weak : PRIOR.strong;
  const why: string[] = [];
  for (const { name, weight, test } of SIGNALS.get(`${connector} ${quoted}`) ?? []) {
    if (!test(candidate)) continue;
    sum += weight;
    if (sum === OUT) return undefined;
    if (weight > 0) why.push(name);
  }
  return sum > 0 ? why : undefined;
}
