import type { Operation } from './apiDocument.js';

/** The operations that hold every word, in any of what is shown of them. Without a word, all. */
export function filterOperations(
  operations: readonly Operation[],
  filter: string,
): readonly Operation[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return operations;
  return operations.filter(({ id, method, path, tag, summary, description, parameters }) => {
    const names = parameters.map(({ name }) => name);
    const text = [id, method, path, tag, summary, description, ...names].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Operations by tag, in the order in which the document has the tags. */
export function byTag(
  operations: readonly Operation[],
  tags: readonly string[],
): readonly (readonly [tag: string, operations: readonly Operation[]])[] {
  const others = operations.map(({ tag }) => tag).filter((tag) => !tags.includes(tag));
  return [...new Set([...tags, ...others])]
    .map((tag) => [tag, operations.filter((one) => one.tag === tag)] as const)
    .filter(([, found]) => found.length > 0);
}
