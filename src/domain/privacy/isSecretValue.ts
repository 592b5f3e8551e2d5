import { isReference, LONGEST_REFERENCE } from './isReference.js';
import { looksRandom } from './looksRandom.js';
import type { Value } from './readValue.js';
import type { Pairing } from './valueLead.js';

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
/** What begins an expression: an arrow function, a regular expression, a property. */
const EXPRESSION =
  /^(?:\((?:[A-Za-z_$][A-Za-z_$]*[:,?]?)?|\/[^/]*[\\[(|^].*\/[a-z]{0,8}|[a-z_$][A-Za-z_$]*(?:\.[A-Za-z_$]{2,}){1,4})$/;
const SENTENCE = /^[,;:.!?]?[ \t]+[([]?(?:[A-Za-z`'"]|#\w)|^[!?]?[,;][ \t]+[A-Za-z]/;
const ANOTHER_PAIR = /^[,;][ \t]*["'`]?[\w-]{1,40}["'`]?[ \t]*[:=]/;
const ANOTHER_PAIR_OR_ASIDE = /^[,;]?[ \t]+(?:[(/]|["'`]?[\w-]{1,40}["'`]?[:=])/;
/** What stands behind the name of an option in a sentence. */
const AFTER_OPTION =
  /^(?:a|also|and|are|argument|as|at|becomes|but|by|can|does|environment|exists|file|flag|for|from|has|if|in|instead|is|it|must|not|now|on|only|option|or|over|parameter|prompt|removed|required|stdin|support|takes|the|then|to|together|value|variable|was|when|where|which|will|wins|with|without|works)$/i;
const ALGORITHM =
  /^(?:aes|argon|base|blake|cost|ecdsa|ed|es|hs|http|level|line|md|node|oauth|page|pbkdf|phase|ps|rs|rsa|saml|sha|step|tier|tls|totp|utf|uuid|v|version|web|x)[-_]?\d{1,5}(?:[-_]?[a-z\d]{1,4})?$/i;
const SIZE =
  /^(?:\d+[-_]?(?:bits?|bytes?|char(?:acter)?s?|digits?|letters?|words?|days?|hours?|min(?:ute)?s?|sec(?:ond)?s?|weeks?|months?|years?|ms|[smhdwyx]|[kmg]i?b?|st|nd|rd|th)|[\d.:T/Z-]+)$/i;
/** What a form says of a field. */
const MESSAGE =
  /^(?:must|should|cannot|can't|may not|has to|needs to|is (?:required|too|not|invalid|missing|empty)|please enter) /i;

/**
 * Whether the value of a key that names a secret is one. In words: what only stands for a secret stays (`isReference`).
 * Of the rest, quoted values and those behind `=` go, whatever they are. Behind a bare colon it may be a sentence: a
 * plain word with more words after it stays (`token: handle expiry`), as do names of types, variables and files; a plain
 * word alone to the end of the line goes, as does anything with digits, symbols or mixed case. Where less than that
 * holds key and value together only what looks drawn at random goes, and after "the password is" what has a digit.
 */
export function isSecretValue(value: Value, pairing: Pairing): boolean {
  const { text, quoted, next } = value;
  if (!/[\p{L}\p{N}]/u.test(text)) return quoted && new Set(text.slice(0, 64)).size >= 5;
  switch (pairing.lead) {
    case 'loose':
      // `key="password" value="…"` is not a value but the next attribute.
      return looksRandom(text) && !isReference(text, quoted) && !/^[\w-]{1,40}=["']/.test(text);
    case 'below':
      return (
        looksRandom(text) && !isReference(text, quoted) && /^["'`]?[ \t]*[,\\]?[ \t\r]*$/.test(next)
      );
    case 'told':
      return isToldSecret(value, PASSWORD.test(pairing.key));
  }
  if (text.length > LONGEST_REFERENCE) return true;
  if (isReference(text, quoted)) return false;
  if (quoted) return !(MESSAGE.test(text) || isLabel(text, pairing.key));
  switch (pairing.lead) {
    case 'declared':
      return !NAME.test(text);
    case 'assigned':
      return !(pairing.spaced && (isSameName(text, pairing.key) || EXPRESSION.test(text)));
    case 'flag':
      return (
        !/^-/.test(text) &&
        !AFTER_OPTION.test(text) &&
        (isSecretAfterColon(value, pairing) || WORD.test(text))
      );
    case 'colon':
      return isSecretAfterColon(value, pairing);
  }
}

/** `password: 'Password'`: what a field is called. */
function isLabel(text: string, key: string): boolean {
  return /^[A-Z][a-z]/.test(text) && text.toLowerCase() === key.toLowerCase();
}

/** `token = next_token`, `password = newPassword`: a variable handed on. */
function isSameName(text: string, key: string): boolean {
  return NAME.test(text) && text.toLowerCase().endsWith(key.toLowerCase());
}

/** "The password is hunter2", but not "… is 16 characters" or "… is sha256". */
function isToldSecret(
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

/** What a value is when its surroundings leave a doubt. */
export const hasDigitAndLetter = (text: string) => isToldSecret({ text, quoted: false }, true);

function isSecretAfterColon({ text, next }: Value, { key, close, lead, spaced }: Pairing): boolean {
  if (NAME.test(text) && KEY_WORD.test(text)) return false;
  if (FILE.test(text) || TYPE_NAME.test(text)) return false;
  const core = text.replace(/^[([{*_]{1,3}/, '').replace(/[)\]}*_!?]{1,3}$/, '');
  const isPassword = PASSWORD.test(key);
  const inSentence =
    SENTENCE.test(next) &&
    !ANOTHER_PAIR.test(next) &&
    !(isPassword && ANOTHER_PAIR_OR_ASIDE.test(next));
  if (WORD.test(core)) {
    if (lead === 'flag') return false;
    if (/["'`]/.test(close) && close !== '`') return true;
    if (!spaced && !isPassword) return false;
    return !inSentence && !/^[A-Z]{2,6}$/.test(core);
  }
  return isPassword || !(CAMEL_CASE.test(core) || ALGORITHM.test(core));
}
