import type { Redacted } from '../domain/privacy/privacyFilter.js';
import { type Fact, lastEvent } from './recorded.js';

/** What the owner or an admin does that has no event type of its own; `answer` records what such an act answered. */
export type AdminActName =
  | 'export'
  | 'verify'
  | 'rebuild'
  | 'rotate-key'
  | 'answer'
  | 'import'
  | 'undo-import';

/** An administrative act that has no event type of its own. `meta.actor` says who did it. */
export interface AdminActed {
  readonly act: AdminActName;
  /** The parameters of the request, by name. */
  readonly detail: Readonly<Record<string, Redacted>>;
}

export type AdminFact = Fact<'admin.acted', AdminActed>;

/** `admin/acts`, and `admin/<run>` with what was done about a run of an import, fold to their last event. */
export const adminActs = lastEvent<AdminFact>('admin');
