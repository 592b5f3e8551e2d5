/**
 * The length of all texts in a value, in UTF-16 units: what most of the work on it grows with. Stops counting beyond
 * `most`.
 */
export function textSize(value: unknown, most = Number.POSITIVE_INFINITY): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let size = 0;
  for (const one of Object.values(value)) {
    size += textSize(one, most - size);
    if (size > most) break;
  }
  return size;
}
