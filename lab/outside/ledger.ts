/** What a vault has promised to its callers, over all its lives. */
export interface Ledger {
  /** The titles that an acknowledged note may have, by its id: several while a revision has got no answer. */
  readonly notes: Map<string, readonly string[]>;
  /** The titles of notes that were forgotten, by their id. */
  readonly forgotten: Map<string, { readonly title: string; readonly wiped: boolean }>;
}

export const emptyLedger = (): Ledger => ({ notes: new Map(), forgotten: new Map() });

export const copyOf = ({ notes, forgotten }: Ledger): Ledger => ({
  notes: new Map(notes),
  forgotten: new Map(forgotten),
});
