import { isAmbiguous, namesPassword } from './keyNames.js';
import type { KeyValuePair, Value } from './keyValuePair.js';
import { isState, standsInstead } from './keyWords.js';
import { changesIn, looksRandom } from './looks.js';
import { beginsExpression, isExpression, isReference, LONGEST_REFERENCE } from './references.js';

const NAME = /^[A-Za-z_$][A-Za-z_$.]*$/;
/** Lower case, capitalised or an acronym, with the hyphens and apostrophes words have. */
const WORD = /^(?:[A-Za-z]?[a-z]*(?:['’/-][a-z]+)*|[A-Z]{2,6}s?)$/;
/** Names after which one plain word is told from a statement: the words of the others are not known. */
const STATED_KEY = /^(?:pass(?:[_\- ]?word|wd|[_\- ]?phrase|code)|pwd)$|[^ -~\u00a0-\u024f]/i;
/** The start of an expression: an arrow function, a regular expression, a property. */
const EXPRESSION =
  /^(?:\((?:[A-Za-z_$][A-Za-z_$]*[:,?]?)?|\/[^/]*[\\[(|^].*\/[a-z]{0,8}|[a-z_$][A-Za-z_$]*(?:\.[A-Za-z_$]{2,}){1,4})$/;
/** Words that follow the name of an option in a sentence. */
const AFTER_OPTION =
  /^(?:a|also|options?|credentials?|and|are|argument|as|at|becomes|but|by|can|does|environment|exists|file|flag|for|from|has|if|in|instead|is|it|must|not|now|on|only|option|or|over|parameter|prompt|removed|required|stdin|support|takes|the|then|to|together|value|via|variable|was|when|where|which|will|wins|with|without|works)$/i;
/** In front of the credentials of a header. */
const SCHEME = /^(?:bearer|basic|token)[ \t]+/i;
/** In UTF-16 units: how much of a value is read to see that it is an expression. Longer ones are redacted. */
const LONGEST_EXPRESSION = 512;

/**
 * Decides whether the value of a key that names a secret is a secret. References are kept (`isReference`). Other values
 * count as secrets when they are quoted or follow `=`. After a bare colon the value may be part of a sentence: a plain
 * word with more words after it is kept (`token: handle expiry`), and so are names of types, variables and files. A plain
 * word alone up to the end of the line is a secret, and so is any value with digits, symbols or mixed case. With a weaker
 * connector than that, only a value that looks random is a secret, and after "the password is" one with a digit.
 */
export function isSecretValue(value: Value, pair: KeyValuePair): boolean {
  const { text, quoted, next } = value;
  if (!/[\p{L}\p{N}]/u.test(text)) return quoted && new Set(text.slice(0, 64)).size >= 5;
  switch (pair.connector) {
    case 'loose':
      // `key="password" value="…"` is not a value but the next attribute, and `-p` an option.
      return (
        (looksRandom(text) ||
          ((namesPassword(pair.key) || /secret$/i.test(pair.key)) && looksChosen(text))) &&
        !isReference(text, quoted) &&
        !/^(?:-|[\w-]{1,40}=["'])/.test(text)
      );
    case 'below':
      if (isReference(text, quoted) || !/^["'`]?[ \t]*[,\\]?[ \t\r]*$/.test(next)) return false;
      return looksRandom(text) || (isLineOfForm(pair) && isStatedSecret(value, true));
    case 'stated':
      return (
        isStatedSecret(value, namesPassword(pair.key)) ||
        (STATED_KEY.test(pair.key) && isWeakPassword(value))
      );
    case 'pointed':
      return (
        isStatedSecret(value, namesPassword(pair.key)) && (quoted || !isExpression(value, pair))
      );
  }
  if (text.length > LONGEST_REFERENCE) {
    if (text.length > LONGEST_EXPRESSION) return true;
    return quoted ? namesPassword(pair.key) || !isProse(text) : !beginsExpression(text);
  }
  if (
    isReference(text.replace(SCHEME, ''), quoted) ||
    isNameOfKey(text, pair, quoted) ||
    isWorkingDirectory(text, pair)
  ) {
    return false;
  }
  if (!namesPassword(pair.key) && isNoToken(text, pair, quoted)) return false;
  if (quoted) return isSecretText(value, pair);
  switch (pair.connector) {
    case 'declared':
      return !NAME.test(text) && !isExpression(value, pair);
    case 'assigned':
      return !(pair.spaced && EXPRESSION.test(text)) && !isExpression(value, pair);
    case 'compared':
      return false;
    case 'flag':
      return (
        !/^-/.test(text) &&
        !AFTER_OPTION.test(text) &&
        (isSecretAfterColon(value, pair) || WORD.test(text))
      );
    case 'colon':
      return !standsInstead(text) && !isExpression(value, pair) && isSecretAfterColon(value, pair);
  }
}

/** What stands before the key where the key is all of a line: marks of a list or a heading, and at most one word. */
const FORM_LINE =
  /^[ \t]{0,8}(?:[>*#-]{1,3}[ \t])?[*_`]{0,2}(?:(?!(?:and|case|def|elif|else|for|if|in|not|or|while|with)\b)[A-Za-z]{1,16}[ _-])?$/i;

/** `Password:`, alone on a line: the value below it is that of a form, in any form of words. */
function isLineOfForm({ key, before }: KeyValuePair): boolean {
  return namesPassword(key) && FORM_LINE.test(before.slice(before.lastIndexOf('\n') + 1));
}

/** A validation message of a form, and rules of a validator. */
const MESSAGE =
  /^(?:must|should|cannot|can't|may not|has to|needs to|is (?:required|too|not|invalid|missing|empty)|please enter) |^(?:bail|confirmed|nullable|required|sometimes|string)[|,]/i;

/** A text in quotes, unless it speaks about the key. */
function isSecretText({ text, next }: Value, { key, connector }: KeyValuePair): boolean {
  if (MESSAGE.test(text) || isLabel(text, key)) return false;
  // One of several texts of a type: `"a" | "b"`.
  if (/^["'`][ \t]*\|[ \t]*["'`]/.test(next)) return false;
  // Lexers compare their tokens with words and signs.
  if (connector === 'compared' && !namesPassword(key)) return looksSecret(text);
  return true;
}

/** `PWD` is where a shell stands. */
function isWorkingDirectory(text: string, { key, before }: KeyValuePair): boolean {
  return (
    /^pwd$/i.test(key) &&
    !/[\w-]$/.test(before.replace(/OLD$/i, '')) &&
    /^(?:\/|~|[A-Za-z]:[\\/]|(?:[a-z]*dir|cwd|path)$)/.test(text)
  );
}

const KEY_WORD = /(?:pass(?:word|wd|phrase)?|pwd?|pw|token|secret|key|string|text)s?$/i;
const FILE =
  /^[\w@./-]*\w\.(?:cs|css|env|go|html|java|js|json|key|md|mjs|pem|py|rb|rs|sh|sql|toml|tsx?|txt|ya?ml)$/;
const ALGORITHM =
  /^(?:aes|argon|base|cp|iso|latin|blake|cost|ecdsa|ed|es|hs|http|level|line|md|node|oauth|page|pbkdf|phase|ps|rs|rsa|saml|sha|step|tier|tls|totp|utf|uuid|v|version|web|x)[-_]?\d{1,5}(?:[-_]?[a-z\d]{1,4})?$/i;
const SIZE =
  /^(?:\d+[-_]?(?:bits?|bytes?|char(?:acter)?s?|digits?|letters?|words?|days?|hours?|min(?:ute)?s?|sec(?:ond)?s?|weeks?|months?|years?|ms|[smhdwyx]|[kmg]i?b?|st|nd|rd|th)|0x[\da-f]{1,8}|[\d.:T/Z-]+)$/i;

/** "The password is hunter2", but not "… is 16 characters" or "… is sha256". */
function isStatedSecret(
  { text, quoted }: Pick<Value, 'text' | 'quoted'>,
  isPassword: boolean,
): boolean {
  if (isReference(text, quoted) || /\s/.test(text)) return false;
  if (looksRandom(text)) return true;
  if (!isPassword || text.length < 6) return false;
  if (ALGORITHM.test(text) || SIZE.test(text)) return false;
  if (FILE.test(text) || KEY_WORD.test(text)) return false;
  return quoted ? /[^A-Za-z_.]/.test(text) : /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** The end of a clause, or words that go on after it. */
const ENDS_CLAUSE =
  /^[.!,;)\]]?[ \t\r]*$|^[.,;!)]|^[ \t]+(?:until|till|for (?:now|the|all|both|this)|and (?:the|user)|\()/;

/** "The password is swordfish.": one word at the end of its clause that says nothing about the password. */
function isWeakPassword({ text, quoted, next }: Value): boolean {
  if (!/^[A-Za-z]{5,32}(?:[-_.][A-Za-z]{1,32}){0,4}$/.test(text) || isReference(text, quoted))
    return false;
  if (KEY_WORD.test(text) || FILE.test(text) || isState(text)) return false;
  return quoted || ENDS_CLAUSE.test(next);
}

/** For values whose surroundings are not enough to decide. */
export const looksSecret = (text: string) => isStatedSecret({ text, quoted: false }, true);

/** A sign that names do not have; not the `@` of an address. */
const SIGN = /[!#$%^&*+?~]|@(?![\w-]+\.)/;

/** For a password right behind its name: of letters and digits, and so mixed, or with such a sign, that it is no word. */
export const looksChosen = (text: string): boolean =>
  text.length <= 64 &&
  looksSecret(text) &&
  !/[()[\]{}<>=/\\]|::/.test(text) &&
  (SIGN.test(text) || changesIn(text) >= 3);

const CAMEL_CASE = /^(?:[A-Z]{1,2}[a-z]{2,}){2,4}$/;
/** The name of a type, in a signature or a declaration. */
const TYPE_NAME =
  /^(?:[A-Z]\d?|(?:[A-Z]\w*\.)+[A-Z]\w*|(?:[A-Z]{1,5}[a-z]+){1,4}(?:Config|Dto|Field|Hash|Input|Like|Model|Object|Options|Payload|Props|Provider|Schema|Service|Source|Spec|State|Store|Type|Value|View))$/;
/** A word of scripts that passwords are hardly written in. */
const PROSE =
  /^[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*\d{0,2}[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]+$/;
const SENTENCE = /^[,;:.!?]?[ \t]+[([]?(?:[A-Za-z`'"]|#\w)|^[!?]?[,;][ \t]+[A-Za-z]/;
const ANOTHER_PAIR = /^[,;][ \t]*["'`]?[\w-]{1,40}["'`]?[ \t]*[:=]/;
const ANOTHER_PAIR_OR_ASIDE = /^[,;]?[ \t]+(?:[(/]|["'`]?[\w-]{1,40}["'`]?[:=])/;

/** `"passwd:uid",`: a name in a list of names. */
const isQuotedName = (before: string, next: string): boolean =>
  /["'`]$/.test(before) && /^["'`][,)\]]/.test(next) && before.at(-1) === next.at(0);

function isSecretAfterColon(
  { text, next }: Value,
  { key, close, connector, spaced, scheme, before }: KeyValuePair,
): boolean {
  if (NAME.test(text) && KEY_WORD.test(text)) return false;
  if (FILE.test(text) || TYPE_NAME.test(text) || PROSE.test(text)) return false;
  const core = text.replace(/^[([{*_]{1,3}/, '').replace(/[)\]}*_!?]{1,3}$/, '');
  const isPassword = namesPassword(key);
  const inSentence =
    SENTENCE.test(next) &&
    !ANOTHER_PAIR.test(next) &&
    !(isPassword && ANOTHER_PAIR_OR_ASIDE.test(next));
  if (WORD.test(core)) {
    if (connector === 'flag' || isAmbiguous(key)) return false;
    if (scheme !== undefined) return scheme === 'bearer' && !inSentence;
    if (/["'`]/.test(close) && close !== '`') return true;
    if (!spaced && (!isPassword || isQuotedName(before, next))) return false;
    return !inSentence && !/^[A-Z]{2,6}$/.test(core);
  }
  return isPassword || !(CAMEL_CASE.test(core) || ALGORITHM.test(core) || UPPER_NAME.test(core));
}

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
/** A constant of a program. */
const UPPER_NAME = /^[A-Z]{2,}(?:_[A-Z]+)+$/;

/** True for what cannot be the value of a token or key, though it might be a password. */
function isNoToken(text: string, { key, before }: KeyValuePair, quoted: boolean): boolean {
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
function isNameOfKey(
  text: string,
  { key, before, spaced }: KeyValuePair,
  quoted: boolean,
): boolean {
  if (!NAME.test(text.replace(/\d$/, ''))) return false;
  const whole = (/[\w$]{0,40}$/.exec(before)?.[0] ?? '') + key;
  const name = text.toLowerCase().replace(/\d$/, '');
  if (name === key.toLowerCase() || wordsOf(text.replace(/\d$/, '')) === wordsOf(whole))
    return true;
  if (quoted && namesPassword(key)) return false;
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
