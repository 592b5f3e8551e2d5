/** What was read of some lines, and the number of the line behind it. */
export interface ReadTo<T> {
  readonly value: T;
  readonly next: number;
}
