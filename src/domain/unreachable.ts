/**
 * Stands where no case is left: does not compile when there is one, such as a new event that a `switch` forgets.
 * Throws when what was read from outside is none of the cases after all, and names nothing that it holds.
 */
export function unreachable(_: never): never {
  throw new Error('a case that the types rule out');
}
