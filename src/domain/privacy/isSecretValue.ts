import { isReference, LONGEST_REFERENCE } from './isReference.js';
import type { KeyValuePair } from './keyValuePair.js';
import { looksRandom } from './looksRandom.js';
import type { Value } from './readValue.js';

const PASSWORD = /pass|pwd|pw/i;
const NAME = /^[A-Za-z_$][A-Za-z_$.]*$/;
const KEY_WORD = /(?:pass(?:word|wd|phrase)?|pwd|token|secret|key|string|text)s?$/i;
/** Lower case, capitalised or an acronym, with the hyphens and apostrophes words have. */
const WORD = /^(?:[A-Za-z]?[a-z]*(?:['’/-][a-z]+)*|[A-Z]{2,6}s?)$/;
const CAMEL_CASE = /^(?:[A-Z]{1,2}[a-z]{2,}){2,4}$/;
/** The name of a type, in a signature or a declaration. */
const TYPE_NAME =
  /^(?:[A-Z]\d?|(?:[A-Z]\w*\.)+[A-Z]\w*|(?:[A-Z]{1,2}[a-z]+){1,4}(?:Config|Dto|Field|Hash|Input|Like|Model|Object|Options|Payload|Props|Provider|Schema|Service|Source|Spec|State|Store|Type|Value|View))$/;
const FILE =
  /^[\w@./-]*\w\.(?:cs|css|env|go|html|java|js|json|key|md|mjs|pem|py|rb|rs|sh|sql|toml|tsx?|txt|ya?ml)$/;
/** The start of an expression: an arrow function, a regular expression, a property. */
const EXPRESSION =
  /^(?:\((?:[A-Za-z_$][A-Za-z_$]*[:,?]?)?|\/[^/]*[\\[(|^].*\/[a-z]{0,8}|[a-z_$][A-Za-z_$]*(?:\.[A-Za-z_$]{2,}){1,4})$/;
const SENTENCE = /^[,;:.!?]?[ \t]+[([]?(?:[A-Za-z`'"]|#\w)|^[!?]?[,;][ \t]+[A-Za-z]/;
const ANOTHER_PAIR = /^[,;][ \t]*["'`]?[\w-]{1,40}["'`]?[ \t]*[:=]/;
const ANOTHER_PAIR_OR_ASIDE = /^[,;]?[ \t]+(?:[(/]|["'`]?[\w-]{1,40}["'`]?[:=])/;
/** Words that follow the name of an option in a sentence. */
const AFTER_OPTION =
  /^(?:a|also|and|are|argument|as|at|becomes|but|by|can|does|environment|exists|file|flag|for|from|has|if|in|instead|is|it|must|not|now|on|only|option|or|over|parameter|prompt|removed|required|stdin|support|takes|the|then|to|together|value|variable|was|when|where|which|will|wins|with|without|works)$/i;
const ALGORITHM =
  /^(?:aes|argon|base|blake|cost|ecdsa|ed|es|hs|http|level|line|md|node|oauth|page|pbkdf|phase|ps|rs|rsa|saml|sha|step|tier|tls|totp|utf|uuid|v|version|web|x)[-_]?\d{1,5}(?:[-_]?[a-z\d]{1,4})?$/i;
const SIZE =
  /^(?:\d+[-_]?(?:bits?|bytes?|char(?:acter)?s?|digits?|letters?|words?|days?|hours?|min(?:ute)?s?|sec(?:ond)?s?|weeks?|months?|years?|ms|[smhdwyx]|[kmg]i?b?|st|nd|rd|th)|[\d.:T/Z-]+)$/i;
/** A validation message of a form. */
const MESSAGE =
  /^(?:must|should|cannot|can't|may not|has to|needs to|is (?:required|too|not|invalid|missing|empty)|please enter) /i;

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
      // `key="password" value="…"` is not a value but the next attribute.
      return looksRandom(text) && !isReference(text, quoted) && !/^[\w-]{1,40}=["']/.test(text);
    case 'below':
      return (
        looksRandom(text) && !isReference(text, quoted) && /^["'`]?[ \t]*[,\\]?[ \t\r]*$/.test(next)
      );
    case 'stated':
      return isStatedSecret(value, PASSWORD.test(pair.key));
  }
  if (text.length > LONGEST_REFERENCE) return true;
  if (isReference(text, quoted)) return false;
  if (quoted) return !(MESSAGE.test(text) || isLabel(text, pair.key));
  switch (pair.connector) {
    case 'declared':
      return !NAME.test(text);
    case 'assigned':
      return !(pair.spaced && (isSameName(text, pair.key) || EXPRESSION.test(text)));
    case 'flag':
      return (
        !/^-/.test(text) &&
        !AFTER_OPTION.test(text) &&
        (isSecretAfterColon(value, pair) || WORD.test(text))
      );
    case 'colon':
      return isSecretAfterColon(value, pair);
  }
}

/** `password: 'Password'`: the label of a field. */
function isLabel(text: string, key: string): boolean {
  return /^[A-Z][a-z]/.test(text) && text.toLowerCase() === key.toLowerCase();
}

/** `token = next_token`, `password = newPassword`: the value is a variable. */
function isSameName(text: string, key: string): boolean {
  return NAME.test(text) && text.toLowerCase().endsWith(key.toLowerCase());
}

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

/** For values whose surroundings are not enough to decide. */
export const hasDigitAndLetter = (text: string) => isStatedSecret({ text, quoted: false }, true);

function isSecretAfterColon(
  { text, next }: Value,
  { key, close, connector, spaced }: KeyValuePair,
): boolean {
  if (NAME.test(text) && KEY_WORD.test(text)) return false;
  if (FILE.test(text) || TYPE_NAME.test(text)) return false;
  const core = text.replace(/^[([{*_]{1,3}/, '').replace(/[)\]}*_!?]{1,3}$/, '');
  const isPassword = PASSWORD.test(key);
  const inSentence =
    SENTENCE.test(next) &&
    !ANOTHER_PAIR.test(next) &&
    !(isPassword && ANOTHER_PAIR_OR_ASIDE.test(next));
  if (WORD.test(core)) {
    if (connector === 'flag') return false;
    if (/["'`]/.test(close) && close !== '`') return true;
    if (!spaced && !isPassword) return false;
    return !inSentence && !/^[A-Z]{2,6}$/.test(core);
  }
  return isPassword || !(CAMEL_CASE.test(core) || ALGORITHM.test(core));
}
