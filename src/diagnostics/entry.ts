/** How bad it is: the service cannot go on; something is refused or missing; something will go wrong if nobody acts; good to know. */
export type Level = 'fatal' | 'error' | 'warn' | 'info';

/** What the catalogue says about a code. */
export interface Entry {
  readonly level: Level;
  /** What it means, for the list in docs/operations.md. */
  readonly meaning: string;
  /** What to do about it; nothing where all is well. */
  readonly next?: string;
  /** Set for a state that lasts: whether saves are refused until it is over. */
  readonly condition?: 'saves are refused' | 'saves go on';
}
