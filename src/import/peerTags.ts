import { fitText } from './fitText.js';

/** What `Tags` accepts of a request. */
const MOST_TAGS = 50;
const LONGEST_TAG = 200;

/** The tags that the vault accepts of a list: trimmed, each once, at most 50 of at most 200 characters. */
export function peerTags(wanted: readonly (string | undefined)[]): {
  readonly tags: string[];
  /** Whether tags were shortened or left out, because they are too long or too many. */
  readonly shortened: boolean;
} {
  const clean = wanted
    .map((tag) => tag?.toWellFormed().replaceAll('\u0000', '\uFFFD').trim() ?? '')
    .filter((tag) => tag !== '');
  const short = clean.map((tag) => fitText(tag, LONGEST_TAG));
  const all = [...new Set(short)];
  const shortened = all.length > MOST_TAGS || short.some((tag, i) => tag !== clean[i]);
  return { tags: all.slice(0, MOST_TAGS), shortened };
}
