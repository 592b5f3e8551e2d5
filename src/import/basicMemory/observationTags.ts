import { markdownLines } from '../folder/markdownLines.js';

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(.*)$/;
const CATEGORY = /^\[([^[\]()]{1,200})\]\s+\S/;
/** A box to tick, and a time in a transcript: neither is a category. */
const NO_CATEGORY = /^(?:[xX\s]|[^\p{L}\p{N}]|[\d:.,\s-]+)$/u;

/**
 * The tags of a text of basic-memory: the categories and hashtags of its list items, such as `method` and `brewing` of
 * `- [method] Pour over is clearer #brewing (so they say)`. Code has none.
 */
export function observationTags(text: string): string[] {
  const tags = new Set<string>();
  for (const { line, isCode } of markdownLines(text)) {
    const item = isCode ? undefined : ITEM.exec(line)?.[1];
    if (item === undefined) continue;
    const category = CATEGORY.exec(item)?.[1]?.trim();
    if (category && !NO_CATEGORY.test(category)) tags.add(category);
    for (const word of item.split(/\s+/)) {
      if (!word.startsWith('#') || word.length > LONGEST_WORD) continue;
      for (const tag of word.split('#')) addTag(tags, tag);
    }
  }
  return [...tags];
}

/** What is longer is no word of anybody. */
const LONGEST_WORD = 100;

function addTag(tags: Set<string>, written: string): void {
  const tag = written.replace(/[.,;:!?)\]]+$/, '');
  // `#12` is the number of an issue.
  if (/[^\d]/.test(tag)) tags.add(tag);
}
