/** Where the focus goes after a deed to a row: to the row, or if it is gone to the next that stays, else to the last before it. */
export function focusAfter(
  ids: readonly string[],
  gone: ReadonlySet<string>,
  id: string,
): string | undefined {
  const at = ids.indexOf(id);
  const stays = (one: string) => !gone.has(one);
  return ids.slice(at).find(stays) ?? ids.slice(0, at).findLast(stays);
}
