import { misused } from './failed.js';
import { standardInput } from './standardInput.js';

/** The text of a verb: its words, or the standard input for `-` and for no words. Throws `Failed` where a person would have to type it. */
export async function textArgument(words: readonly string[]): Promise<string> {
  const isDash = words.length === 1 && words[0] === '-';
  if (words.length > 0 && !isDash) return words.join(' ');
  if (!isDash && process.stdin.isTTY)
    throw misused('there is no text: give it as an argument, or - and a pipe');
  return standardInput();
}

/** The tags of a comma-separated list. */
export function tagList(list: string): string[] {
  const tags = list.split(',').map((tag) => tag.trim());
  return tags.filter((tag) => tag !== '');
}
