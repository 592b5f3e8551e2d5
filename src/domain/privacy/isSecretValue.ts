import { isReference, LONGEST_REFERENCE } from './isReference.js';
import type { Value } from './readValue.js';

/** How a value hangs on its key. */
export interface Pairing {
  readonly key: string;
  /** What closes the key, a quote for instance. */
  readonly close: string;
  /** `=`, `:`, `=>`, `==`…; empty for a blank only. */
  readonly leads: string;
  /** Whether there are blanks before the value. */
  readonly spaced: boolean;
}

const PASSWORD = /pass|pwd/i;
const NAME = /^[A-Za-z_$][A-Za-z_$.]*$/;
const KEY_WORD = /(?:pass(?:word|wd|phrase)?|pwd|token|secret|key|string|text)s?$/i;
/** Lower case, capitalised or an acronym, with the hyphens and apostrophes words have. */
const WORD = /^(?:[A-Za-z]?[a-z]*(?:['’/-][a-z]+)*|[A-Z]{2,6}s?)$/;
const CAMEL_CASE = /^(?:[A-Z]{1,2}[a-z]+){2,4}$/;
const FILE =
  /^[\w@./-]*\w\.(?:cs|css|env|go|html|java|js|json|key|md|mjs|pem|py|rb|rs|sh|sql|toml|tsx?|txt|ya?ml)$/;
const SENTENCE = /^[,;:.!?]?[ \t]+[([]?[A-Za-z#`'"]|^[!?]?[,;][ \t]+[A-Za-z]/;
const ANOTHER_PAIR = /^[,;][ \t]*["'`]?[\w-]{1,40}["'`]?[ \t]*[:=]/;
const ANOTHER_PAIR_OR_ASIDE = /^[,;]?[ \t]+(?:\(|["'`]?[\w-]{1,40}["'`]?[:=])/;

/**
 * Whether the value of a key that names a secret is one. In words: what only stands for a secret stays (`isReference`).
 * Of the rest, quoted values and those behind `=` go, whatever they are. Behind a bare colon it may be a sentence: a
 * plain word with more words after it stays (`token: handle expiry`), as do names of types, variables and files; a plain
 * word alone to the end of the line goes, as does anything with digits, symbols or mixed case. `--token value` is
 * judged like a colon.
 */
export function isSecretValue(value: Value, pairing: Pairing): boolean {
  const { text, quoted } = value;
  if (!/[\p{L}\p{N}]/u.test(text)) return quoted && new Set(text.slice(0, 64)).size >= 5;
  // `rename 'token: ' to 'key: '`: the quote closes something that was opened before the key.
  if (quoted && pairing.close === '' && pairing.leads === ':' && /^\s/.test(text)) return false;
  if (text.length > LONGEST_REFERENCE) return true;
  if (isReference(text)) return false;
  if (quoted) return true;
  switch (pairing.leads) {
    case ':=':
      return !NAME.test(text);
    case '=':
      return !(pairing.spaced && isSameName(text, pairing.key));
    default:
      return isSecretAfterColon(value, pairing);
  }
}

/** `token = next_token`, `password = newPassword`: a variable handed on. */
function isSameName(text: string, key: string): boolean {
  return NAME.test(text) && text.toLowerCase().endsWith(key.toLowerCase());
}

function isSecretAfterColon(
  { text, next }: Value,
  { key, close, leads, spaced }: Pairing,
): boolean {
  if (NAME.test(text) && KEY_WORD.test(text)) return false;
  if (FILE.test(text)) return false;
  const core = text.replace(/^[([{*_]{1,3}/, '').replace(/[)\]}*_!?]{1,3}$/, '');
  const isPassword = PASSWORD.test(key);
  const inSentence =
    SENTENCE.test(next) &&
    !ANOTHER_PAIR.test(next) &&
    !(isPassword && ANOTHER_PAIR_OR_ASIDE.test(next));
  if (WORD.test(core)) {
    if (leads === '') return false;
    if (/["'`]/.test(close) && close !== '`') return true;
    if (!spaced && !isPassword) return false;
    return !inSentence && !/^[A-Z]{2,6}$/.test(core);
  }
  return !(inSentence && CAMEL_CASE.test(core) && !isPassword);
}
