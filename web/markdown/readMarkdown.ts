import { formatCount } from '../kit/format.js';
import { hiddenCharactersOf, MOST_NAMED } from '../kit/hiddenCharacters.js';
import { LONGEST, newBounds, Unread } from './bounds.js';
import { readBlocks } from './readBlocks.js';
import type { Block } from './tokens.js';

/** A text as blocks, or why it is better shown plain, as the end of a sentence. */
export type ReadMarkdown = { readonly blocks: readonly Block[] } | { readonly plain: string };

/**
 * Reads a subset of Markdown in time that is linear in the text: headings, paragraphs, lists and task lists, quotes, tables,
 * code, rules, emphasis, links. All else, HTML included, is text. Too long, too deep or too much is not read.
 */
export function readMarkdown(text: string): ReadMarkdown {
  if (text.length > LONGEST) {
    return { plain: `it has more than ${formatCount(LONGEST)} characters` };
  }
  // Each is an element, and every part of a text would name so many of its own.
  if (hiddenCharactersOf(text).filter((part) => typeof part !== 'string').length >= MOST_NAMED) {
    return { plain: `it has ${formatCount(MOST_NAMED)} hidden characters or more` };
  }
  try {
    return { blocks: readBlocks(text.split(/\r\n|\r|\n/), newBounds(), 0) };
  } catch (error) {
    if (error instanceof Unread) return { plain: error.message };
    throw error;
  }
}
