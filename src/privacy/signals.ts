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
  /** The connectors behind which it counts. */
  readonly behind: readonly Connector[];
  /** True: it counts for values in quotes only; false: only for those without. */
  readonly quoted?: boolean;
}

/** Behind these a value is a secret unless something speaks against it. */
const STRONG: readonly Connector[] = ['assigned', 'declared', 'compared', 'colon', 'flag'];
/** Behind these it is a secret only if something speaks for it. */
const WEAK: readonly Connector[] = ['stated', 'pointed', 'below', 'loose'];
const ALL: readonly Connector[] = [...STRONG, ...WEAK];
/** What the connector itself says, before the value is looked at. */
const PRIOR = { strong: 1, weak: -1 };
/** The weight of what rules a secret out, whatever speaks for it. */
const OUT = Number.NEGATIVE_INFINITY;

/** A name without digits, and a path of such names. */
const PLAIN_NAME = /^[A-Za-z_$][A-Za-z_$.]*$/;
/** Lower case, capitalised or an acronym, with the hyphens and apostrophes words have. */
const WORD = /^(?:[A-Za-z]?[a-z]*(?:['’/-][a-z]+)*|[A-Z]{2,6}s?)$/;

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
      isPassword &&
      (connector !== 'below' || (FORM_LINE.test(line) && !/\s/.test(text))) &&
      looksMadeUp(text, quoted),
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
    test: ({ close, scheme }) => scheme === undefined && /["'`]/.test(close) && close !== '`',
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

/** Signals of one weight that count in the same place. */
const signals = (
  place: Omit<Signal, 'name' | 'test'>,
  tests: Readonly<Record<string, Signal['test']>>,
): readonly Signal[] => Object.entries(tests).map(([name, test]) => ({ ...place, name, test }));

const AGAINST: readonly Signal[] = [
  ...signals(
    { weight: OUT, behind: ALL },
    { 'a reference': ({ text, quoted }) => isReference(text.replace(SCHEME, ''), quoted) },
  ),
  // Behind a weak connector something has to speak for a secret, and then none of these is sure: "the password is Password1".
  ...signals(
    { weight: OUT, behind: STRONG },
    {
      'the name of its key': isNameOfKey,
      'where a shell stands': isWorkingDirectory,
      'no token': isNoToken,
    },
  ),
  ...signals(
    { weight: OUT, behind: STRONG, quoted: true },
    {
      'speaks about its key': ({ text, key }) => MESSAGE.test(text) || isLabel(text, key),
      // `"access" | "refresh"`
      'one of the texts of a type': ({ next }) => /^["'`][ \t]*\|[ \t]*["'`]/.test(next),
    },
  ),
  ...signals(
    { weight: OUT, behind: ['declared', 'assigned', 'colon', 'pointed'], quoted: false },
    EXPRESSIONS,
  ),
  ...signals(
    { weight: OUT, behind: ['declared'], quoted: false },
    { 'the name of a variable': ({ text }) => PLAIN_NAME.test(text) },
  ),
  // Lexers compare their tokens with words and signs.
  ...signals(
    { weight: OUT, behind: ['compared'] },
    {
      'compared with a word': ({ text, quoted, isPassword }) =>
        !quoted || !(isPassword || looksSecret(text)),
    },
  ),
  // `key="password" value="…"`: the next attribute
  ...signals(
    { weight: OUT, behind: ['loose'] },
    { 'an option or an attribute': ({ text }) => /^(?:-|[\w-]{1,40}=["'])/.test(text) },
  ),
  ...signals(
    { weight: OUT, behind: ['flag'], quoted: false },
    {
      'another option': ({ text }) => text.startsWith('-'),
      'words about an option': ({ text, core }) =>
        AFTER_OPTION.test(text) || (core !== text && WORD.test(core) && !WORD.test(text)),
    },
  ),
  ...signals(
    { weight: OUT, behind: ['colon', 'flag'], quoted: false },
    {
      // Behind an option one word is its value: `--password monkey`.
      'a name for a secret, a file or a type': ({ text, connector }) =>
        !(connector === 'flag' && WORD.test(text)) &&
        ((PLAIN_NAME.test(text) && KEY_WORD.test(text)) ||
          [FILE, TYPE_NAME, PROSE].some((form) => form.test(text))),
      'a name of a program or an algorithm': ({ core, isPassword }) =>
        !isPassword && [CAMEL_CASE, ALGORITHM, UPPER_NAME].some((form) => form.test(core)),
    },
  ),
  ...signals(
    { weight: OUT, behind: ['colon'], quoted: false },
    {
      'says how it is kept': ({ text }) => standsInstead(text),
      'a word behind a key of two meanings, or Basic': ({ core, key, scheme }) =>
        WORD.test(core) && (isAmbiguous(key) || ![undefined, 'bearer'].includes(scheme)),
    },
  ),
  ...signals(
    { weight: -2, behind: ['colon'], quoted: false },
    {
      'a word of a sentence': (candidate) => WORD.test(candidate.core) && goesOn(candidate),
      'an acronym': ({ core, scheme }) => scheme === undefined && /^[A-Z]{2,6}$/.test(core),
      // `std:token:next`, `"passwd:uid",`
      'a word right behind a colon': ({ core, scheme, spaced, isPassword, before, next }) =>
        scheme === undefined &&
        WORD.test(core) &&
        !spaced &&
        (!isPassword || isQuotedName(before, next)),
    },
  ),
  ...signals(
    { weight: OUT, behind: ['stated', 'pointed'] },
    { 'several words': ({ text }) => /\s/.test(text) },
  ),
  ...signals(
    { weight: OUT, behind: ['below'] },
    {
      // Below an empty variable; below `Password:` the sign may be part of the password: `Xk9=mPq2`.
      'another variable': ({ text, sign }) =>
        sign === '=' && /^(?:[A-Z][A-Z_]{2,39}|[a-z][a-z_.-]{2,39})\d{0,2}=[^=]/.test(text),
      // `rule1: 8` of a map
      'not alone on its line': ({ next }) => !/^["'`]?[ \t]*[,\\]?[ \t\r]*$/.test(next),
    },
  ),
];

/** All that is asked of a value longer than any reference. */
const AGAINST_LONG: readonly Signal[] = [
  ...signals(
    { weight: OUT, behind: STRONG, quoted: false },
    { 'begins an expression': EXPRESSIONS['begins an expression'] },
  ),
  ...signals(
    { weight: OUT, behind: STRONG, quoted: true },
    { prose: ({ text, isPassword }) => !isPassword && isProse(text) },
  ),
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
const isQuotedName = (before: string, next: string): boolean =>
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
  if (NO_TOKEN.test(text)) return true;
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
  if (!PLAIN_NAME.test(text.replace(/\d$/, ''))) return false;
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

/** Behind which connector which signals count, with quotes and without, of short values and long ones. */
const SIGNALS = new Map<string, readonly Signal[]>(
  ALL.flatMap((connector) =>
    [true, false].flatMap((quoted) =>
      [true, false].map((long): [string, readonly Signal[]] => [
        `${connector} ${quoted} ${long}`,
        (long && !isWeak(connector) ? AGAINST_LONG : [...AGAINST, ...FOR]).filter(
          (signal) => signal.behind.includes(connector) && (signal.quoted ?? quoted) === quoted,
        ),
      ]),
    ),
  ),
);

export function isWeak(connector: Connector): boolean {
  return WEAK.includes(connector);
}

/**
 * Why the value of a key is a secret: the names of the signals that speak for it, besides the connector. Undefined when it is none:
 * when the weights of all signals and of the connector add up to less than 1.
 */
export function whySecret(candidate: Candidate): readonly string[] | undefined {
  const { text, quoted, connector } = candidate;
  if (!/[\p{L}\p{N}]/u.test(text))
    return quoted && new Set(text.slice(0, 64)).size >= 5 ? ['signs in quotes'] : undefined;
  if (text.length > LONGEST_KEPT) return ['longer than any name'];
  const isLong = text.length > LONGEST_REFERENCE;
  let sum = isWeak(connector) ? PRIOR.weak : PRIOR.strong;
  const why: string[] = [];
  for (const { name, weight, test } of SIGNALS.get(`${connector} ${quoted} ${isLong}`) ?? []) {
    if (!test(candidate)) continue;
    sum += weight;
    if (sum === OUT) return undefined;
    if (weight > 0) why.push(name);
  }
  return sum > 0 ? why : undefined;
}
