import type { ColumnUse } from './tableFields.js';

/** What the vault said of one line. */
export interface LineResult {
  readonly outcome: 'stored' | 'same' | 'revised' | 'refused';
  readonly id?: string;
  readonly redacted?: readonly { readonly kind: string; readonly count: number }[];
  readonly error?: string;
}

/** Rows that were left out for one reason, the first of them named. */
interface LeftOut {
  readonly reason: string;
  readonly count: number;
  readonly rows: readonly string[];
}

/** A note as it would be. */
export interface NoteToCome {
  readonly title: string;
  readonly type: string;
  readonly created_at: string;
  readonly tags: readonly string[];
  readonly project: string | undefined;
}

/** What became of every row of a source: `read` is the sum of all others but `shortened`. */
export interface Report {
  readonly source: string;
  readonly run: string;
  readonly dry_run: boolean;
  readonly read: number;
  readonly stored: number;
  readonly same: number;
  readonly revised: number;
  readonly refused: number;
  readonly skipped: number;
  readonly shortened: number;
  /** What was read, by kind: without the rows that were skipped. */
  readonly records: Readonly<Record<string, number>>;
  readonly redacted: Readonly<Record<string, number>>;
  readonly left_out: readonly LeftOut[];
  /** Of a dry run of a table: what becomes of its columns, and the first notes. */
  readonly mapping?: readonly ColumnUse[] | undefined;
  readonly first?: readonly NoteToCome[];
}
