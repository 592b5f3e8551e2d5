import type { Projection, View } from './projection.js';

/** A row of `stats`: one counter. */
export interface StatRow {
  readonly dimension: StatDimension;
  readonly key: string;
  readonly count: number;
}

export type StatDimension = 'total' | 'redaction';

/** Counters of the whole vault, except those of observations and prompts. */
export const stats = {
  name: 'stats',
  version: 2,
  tables: {
    stats: `
      CREATE TABLE stats (
        dimension TEXT NOT NULL,
        key       TEXT NOT NULL,
        count     INTEGER NOT NULL,
        PRIMARY KEY (dimension, key)
      ) STRICT, WITHOUT ROWID;`,
  },
  handlers: {
    'session.started': (view, { data }) => {
      add(view, 'total', 'sessions');
      add(view, 'total', 'sessions_active');
      addRedactions(view, data);
    },
    'session.abandoned': (view) => add(view, 'total', 'sessions_active', -1),
    'session.ended': (view, { data }) => {
      if (!data.was_abandoned) add(view, 'total', 'sessions_active', -1);
      addRedactions(view, data);
    },
    'conventions.published': (view, { data }) => addRedactions(view, data),
  },
} satisfies Projection;

function add(view: View, dimension: StatDimension, key: string, count = 1): void {
  view.run(
    'INSERT INTO stats VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
    [dimension, key, count],
  );
}

function addRedactions(
  view: View,
  { redactions }: { redactions: readonly { kind: string; count: number }[] },
): void {
  for (const { kind, count } of redactions) add(view, 'redaction', kind, count);
}
