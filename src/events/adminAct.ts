import type { Redacted } from '../domain/privacy/redacted.js';
import type { Fact, Recorded, Stream } from './recorded.js';

/** Somebody administered the vault in a way that is no event of its own; the envelope says who. */
export interface AdminActed {
  /** Such as `export` or `verify`. */
  readonly act: string;
  /** What it was asked for with, by name. */
  readonly detail: Readonly<Record<string, Redacted>>;
}

export type AdminFact = Fact<'admin.acted', AdminActed>;

/** `admin/acts` folds to its last event. */
export const adminActs: Stream<Recorded<'admin.acted', AdminActed> | undefined, AdminFact> = {
  name: 'admin',
  initial: undefined,
  folds: 'last',
  evolve: (_state, event) => event,
};
