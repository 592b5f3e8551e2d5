/** A name in the form for comparing without case: Unicode normalisation form C (UAX 15), lower case. */
export function caseless(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
