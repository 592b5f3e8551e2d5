import type { RedactionCount } from '../privacy/privacyFilter.js';
import type { View } from './projection.js';

/** DDL of a table that counts the redactions in the texts of each thing of a projection: by its id, wall and kind. */
export function redactionTable(name: string): string {
  return `
      CREATE TABLE ${name} (
        id    TEXT NOT NULL,
        wall  TEXT NOT NULL,
        kind  TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (id, wall, kind)
      ) STRICT, WITHOUT ROWID;`;
}

/** Adds the redactions in a text of a thing to such a table. */
export function addRedactions(
  view: View,
  table: string,
  { id, wall }: { readonly id: string; readonly wall: string },
  redactions: readonly RedactionCount[],
): void {
  for (const { kind, count } of redactions) {
    view.run(
      `INSERT INTO ${table} VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      [id, wall, kind, count],
    );
  }
}

/** Takes a thing that is forgotten out of such a table. */
export function forgetRedactions(view: View, table: string, id: string): void {
  view.run(`DELETE FROM ${table} WHERE id = ?`, [id]);
}
