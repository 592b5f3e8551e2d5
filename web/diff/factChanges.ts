import type { Observation } from 'memory-vault-client';
import { anchorWords } from './anchorWords.js';

/** What is compared beside the text of a note. */
export type Compared = Pick<
  Observation,
  'title' | 'type' | 'tags' | 'anchors' | 'valid_until' | 'review_after'
>;

/** What a revision changed beside the text: names with the old and the new value. */
export function factChanges(
  before: Compared,
  after: Compared,
): readonly (readonly [name: string, was: string, is: string])[] {
  const all = [
    ['Title', before.title, after.title],
    ['Type', before.type, after.type],
    ['Tags', shown(before.tags), shown(after.tags)],
    ['About', shown(before.anchors?.map(anchorWords)), shown(after.anchors?.map(anchorWords))],
    ['Valid until', before.valid_until ?? 'none', after.valid_until ?? 'none'],
    ['Review after', before.review_after ?? 'none', after.review_after ?? 'none'],
  ] as const;
  return all.filter(([, was, is]) => was !== is);
}

function shown(values: readonly string[] = []): string {
  return values.length === 0 ? 'none' : values.join(', ');
}
