/** A table: a head, and rows that begin with a name. */
export interface Grid {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
