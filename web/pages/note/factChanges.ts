import type { Observation } from 'memory-vault-client';

type Compared = Pick<Observation, 'title' | 'type' | 'tags'>;

/** What a revision changed beside the text: names with the old and the new value. */
export function factChanges(
  before: Compared,
  after: Compared,
): readonly (readonly [name: string, was: string, is: string])[] {
  const all = [
    ['Title', before.title, after.title],
    ['Type', before.type, after.type],
    ['Tags', shownTags(before), shownTags(after)],
  ] as const;
  return all.filter(([, was, is]) => was !== is);
}

function shownTags({ tags }: Compared): string {
  return tags.length === 0 ? 'none' : tags.join(', ');
}
