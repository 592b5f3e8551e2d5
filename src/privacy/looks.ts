import { isReference } from './references.js';

const CHANGES = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g;

/**
 * True when a word looks random: at least 10 characters, with digits, and changing between letters and digits (and from
 * lower to upper case) more often than words, versions, dates and names of algorithms do. Reads at most 128 characters.
 */
export function looksRandom(word: string): boolean {
  const head = word.slice(0, 128);
  if (head.length < 10 || /\s/.test(head) || !/\d/.test(head)) return false;
  return changesIn(head) >= Math.max(3, head.length / 6);
}

/** How often a word changes between letters and digits, and from lower to upper case. */
const changesIn = (word: string): number => word.match(CHANGES)?.length ?? 0;

/** The end of a name for a secret. */
export const KEY_WORD = /(?:pass(?:word|wd|phrase)?|pwd?|pw|token|secret|key|string|text)s?$/i;
/** The name of a file. */
export const FILE =
  /^[\w@./-]*\w\.(?:cs|css|env|go|html|java|js|json|key|md|mjs|pem|py|rb|rs|sh|sql|toml|tsx?|txt|ya?ml)$/;
/** `sha256`, `utf-8`, `v2`: a name with a number. */
export const ALGORITHM =
  /^(?:aes|argon|base|cp|iso|latin|blake|cost|ecdsa|ed|es|hs|http|level|line|md|node|oauth|page|pbkdf|phase|ps|rs|rsa|saml|sha|step|tier|tls|totp|utf|uuid|v|version|web|x)[-_]?\d{1,5}(?:[-_]?[a-z\d]{1,4})?$/i;
const SIZE =
  /^(?:\d+[-_]?(?:bits?|bytes?|char(?:acter)?s?|digits?|letters?|words?|days?|hours?|min(?:ute)?s?|sec(?:ond)?s?|weeks?|months?|years?|ms|[smhdwyx]|[kmg]i?b?|st|nd|rd|th)|0x[\da-f]{1,8}|[\d.:T/Z-]+)$/i;

/** "hunter2", but not "16 characters", "sha256" or "id.pem". In quotes, a sign or a digit is enough. */
export function looksMadeUp(text: string, quoted = false): boolean {
  if (text.length < 6) return false;
  if (ALGORITHM.test(text) || SIZE.test(text)) return false;
  if (FILE.test(text) || KEY_WORD.test(text)) return false;
  return quoted ? /[^A-Za-z_.]/.test(text) : /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** For values whose surroundings are not enough to decide. */
export const looksSecret = (text: string): boolean =>
  !isReference(text) && !/\s/.test(text) && (looksRandom(text) || looksMadeUp(text));

/** A sign that names do not have; not the `@` of an address. */
const SIGN = /[!#$%^&*+?~]|@(?![\w-]+\.)/;

/** For a password right behind its name: of letters and digits, and so mixed, or with such a sign, that it is no word. */
export const looksChosen = (text: string): boolean =>
  text.length <= 64 &&
  looksSecret(text) &&
  !/[()[\]{}<>=/\\]|::/.test(text) &&
  (SIGN.test(text) || changesIn(text) >= 3);
