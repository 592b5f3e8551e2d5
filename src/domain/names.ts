import { normalised } from './unicode.js';

/**
 * A name in the form for comparing without case: Unicode normalisation form C (UAX 15), lower case. A name is at most 800
 * characters, too few for `normalize` to be slow; streams are named after this form, so it stays as it is.
 */
export function caseless(name: string): string {
  return normalised(name).toLowerCase();
}

/** What `projectKey` gives, so that no name is compared with it by mistake. */
export type ProjectKey = string & { readonly comparable: 'project' };

/** True for a name that can be a part of the path of a URL: `.` and `..` stand for other paths there (RFC 3986, 5.2.4). */
export function isAddressable(name: string): boolean {
  return name !== '.' && name !== '..';
}

/**
 * The form in which names of projects are compared: `Checkout` and `checkout` are one project. Unicode normalisation form C
 * and lower case, whatever the language of the machine; what is stored and shown stays as it was written.
 *
 * It is lower case and no more. `STRASSE` is not `straße`, `İstanbul` is `i̇stanbul` (with a dot above) but not
 * `istanbul`, a final `ς` is not `σ`, and letters that only look alike stay different.
 */
export function projectKey(project: string): ProjectKey {
  // Again, since lower case can make a letter and its mark fit into one: `J̌` becomes `ǰ`.
  const key = normalised(caseless(project));
  // The cast says what this function is for.
  return key as ProjectKey;
}
