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
export const changesIn = (word: string): number => word.match(CHANGES)?.length ?? 0;

/** True when a digit is among the characters: in a name there rarely is. */
export const hasDigit = (secret: string): boolean => /\d/.test(secret);

/** True when there are both digits and letters: a value that was made up, not a word and not a number. */
export const hasDigitAndLetter = (secret: string): boolean =>
  /\d/.test(secret) && /[A-Za-z]/.test(secret);

/** True when there are digits and letters of both cases, as in most of what is made up of all of them. */
export const isMixedCase = (secret: string): boolean =>
  /\d/.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret);

/** True for the base64 of a private key in PEM; false for that of a certificate or a public key. */
export const isPrivatePem = (secret: string): boolean =>
  !/^LS0tLS1CRUdJTi(?:BDRVJU|BQVUJM)/.test(secret);

/** True for what stands in the documentation of a service: `ghp_xxxxxxxxxxxx`. */
export const isBlanked = (secret: string): boolean =>
  secret.replace(/[^xX]/g, '').length > 0.6 * secret.length;
