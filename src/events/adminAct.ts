import type { Redacted } from '../domain/privacy/privacyFilter.js';
import { type Fact, lastEvent } from './recorded.js';

/** An administrative act that has no event type of its own. `meta.actor` says who did it. */
export interface AdminActed {
  /** Such as `export` or `verify`. */
  readonly act: string;
  /** The parameters of the request, by name. */
  readonly detail: Readonly<Record<string, Redacted>>;
}

export type AdminFact = Fact<'admin.acted', AdminActed>;

/** `admin/acts` folds to its last event. */
export const adminActs = lastEvent<AdminFact>('admin');
