/**
 * A name in the form for comparing without case: Unicode normalisation form C (UAX 15), lower case. A name is at most 800
 * characters, too few for `normalize` to be slow; streams are named after this form, so it stays as it is.
 */
export function caseless(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
