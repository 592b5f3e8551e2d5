import { formatCount } from '../kit/format.js';
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
  try {
    return { blocks: readBlocks(text.split(/\r\n|\r|\n/), newBounds(), 0) };
  } catch (error) {
    if (error instanceof Unread) return { plain: error.message };
    throw error;
  }
}
