/** The longest tag of a request, in code points. */
const LONGEST_TAG = 200;

/** `path:docs/x.md`. Of a path that is too long for a tag, the end says more than the start. */
export function pathTag(path: string): string {
  const points = [...path];
  const room = LONGEST_TAG - 'path:'.length;
  if (points.length <= room) return `path:${path}`;
  return `path:…${points.slice(1 - room).join('')}`;
}
