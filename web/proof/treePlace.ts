// Places in a tree, and their parents. No bit operations: they know 32 bits only.

/** Whether a place is the right one of two. */
export function isOdd(place: number): boolean {
  return place % 2 === 1;
}

/** The place of the parent, a level higher. */
export function half(place: number): number {
  return Math.floor(place / 2);
}
