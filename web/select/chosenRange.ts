/**
 * What a choice of a row is about: the row alone, or with Shift all rows from the one that was chosen last to it, whichever
 * comes first. Without such a one, the row alone.
 */
export function chosenRange(
  ids: readonly string[],
  id: string,
  last: string | undefined,
): readonly string[] {
  const from = last === undefined ? -1 : ids.indexOf(last);
  const to = ids.indexOf(id);
  if (from === -1 || to === -1) return [id];
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1);
}
