import type { RedactionCount } from '../domain/privacy/privacyFilter.js';
import type { View } from './projection.js';

/** DDL of a table with the number of redactions, by kind, in all texts of one thing. */
export function redactionsTable(name: string): string {
  return `
      CREATE TABLE ${name} (
        id    TEXT NOT NULL,
        kind  TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (id, kind)
      ) STRICT, WITHOUT ROWID;`;
}

/** Adds the redactions of a text to those of the thing with that id. */
export function countRedactions(
  view: View,
  table: string,
  id: string,
  { redactions }: { readonly redactions: readonly RedactionCount[] },
): void {
  for (const { kind, count } of redactions) {
    view.run(
      `INSERT INTO ${table} VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      [id, kind, count],
    );
  }
}

/** Takes out the redactions of a thing that is forgotten. */
export function forgetRedactions(view: View, table: string, id: string): void {
  view.run(`DELETE FROM ${table} WHERE id = ?`, [id]);
}
