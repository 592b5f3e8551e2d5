import { toSeconds } from '../domain/time.js';
import type { Projection, View } from './projection.js';

/** A row of `stats`: how many of what. */
export interface StatRow {
  readonly dimension: StatDimension;
  readonly key: string;
  readonly count: number;
}

export type StatDimension = 'total' | 'type' | 'project' | 'team' | 'country' | 'day' | 'redaction';

/** Counters over the whole vault, so that no statistic has to count rows. */
export const stats = {
  name: 'stats',
  version: 1,
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
    'observation.saved': (view, { data, at }) => {
      add(view, 'total', 'observations');
      add(view, 'type', data.type);
      add(view, 'day', dayOf(data.created_at ?? toSeconds(at)));
      if (data.project) add(view, 'project', data.project);
      if (data.team) add(view, 'team', data.team);
      if (data.country) add(view, 'country', data.country);
      addRedactions(view, data);
    },
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
    'prompt.saved': (view, { data, version }) => {
      if (version === 1) add(view, 'total', 'prompts');
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

/** `YYYY-MM-DD` in UTC. */
function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
