/** A name as it is compared where case does not count: in Unicode normalisation form C and lower case. */
export function caseless(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
