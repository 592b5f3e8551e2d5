import type { Verdict } from '../domain/told.js';
import type { Handler, View } from './projection.js';
import { insertRow, table } from './table.js';

/** From when to when a verdict of a voice on a note counted: at most as long as the revision that it is of. */
const VERDICTS = table(
  'verdicts',
  {
    /** Position of the event that gave it. */
    position: 'INTEGER PRIMARY KEY',
    /** Position of the event with another one of the same voice, or of the next revision; null: it counts. */
    until: 'INTEGER',
    id: 'TEXT NOT NULL',
    voice: 'TEXT NOT NULL',
    /** `wallKey` of the team of the voice. */
    wall_key: 'TEXT NOT NULL',
    /** One of `Verdict`. */
    verdict: 'TEXT NOT NULL',
  },
  {
    indexes: `
      CREATE INDEX verdicts_by_id ON verdicts (id, position);
      CREATE UNIQUE INDEX verdicts_now ON verdicts (id, voice) WHERE until IS NULL;`,
  },
);

/** How many voices behind a wall find what of a note now. */
const JUDGED = table(
  'judged',
  {
    id: 'TEXT NOT NULL',
    wall_key: 'TEXT NOT NULL',
    helped: 'INTEGER NOT NULL',
    outdated: 'INTEGER NOT NULL',
    wrong: 'INTEGER NOT NULL',
  },
  {
    primaryKey: 'id, wall_key',
    indexes: 'CREATE INDEX judged_against ON judged (id) WHERE outdated + wrong > 0;',
  },
);

/** Counts a verdict, or takes it away again. */
function countVerdict(
  view: View,
  { id, wall_key, verdict }: { id: string; wall_key: string; verdict: Verdict },
  by: 1 | -1,
): void {
  const counts = { helped: 0, outdated: 0, wrong: 0, [verdict]: by };
  view.run(
    `INSERT INTO judged VALUES (?, ?, ?, ?, ?) ON CONFLICT (id, wall_key) DO UPDATE SET
       helped = helped + excluded.helped, outdated = outdated + excluded.outdated, wrong = wrong + excluded.wrong`,
    [id, wall_key, counts.helped, counts.outdated, counts.wrong],
  );
  view.run('DELETE FROM judged WHERE id = ? AND wall_key = ? AND helped + outdated + wrong = 0', [
    id,
    wall_key,
  ]);
}

export const VERDICT_TABLES = { verdicts: VERDICTS.ddl, judged: JUDGED.ddl };

/** A verdict on the current revision of a note counts, in the place of an earlier one of the same voice. */
export const takeVerdict: Handler<'verdict.given'> = (view, { position, data }) => {
  const { id, revision, verdict, voice, wall_key } = data;
  const isCurrent = 'SELECT 1 FROM observations WHERE id = ? AND revision = ? AND until IS NULL';
  // It is of an earlier revision, or where the log is replayed, the note is forgotten.
  if (!view.get(isCurrent, [id, revision])) return;
  const before = view.get<{ position: number; wall_key: string; verdict: Verdict }>(
    'SELECT position, wall_key, verdict FROM verdicts WHERE id = ? AND voice = ? AND until IS NULL',
    [id, voice],
  );
  if (before) {
    view.run('UPDATE verdicts SET until = ? WHERE position = ?', [position, before.position]);
    countVerdict(view, { id, ...before }, -1);
  }
  insertRow(view, VERDICTS, { position, until: null, id, voice, wall_key, verdict });
  countVerdict(view, { id, wall_key, verdict }, 1);
};

/** A note says something else from a position on: no verdict on what it said counts any more. */
export function endVerdicts(view: View, id: string, position: number): void {
  view.run('UPDATE verdicts SET until = ? WHERE id = ? AND until IS NULL', [position, id]);
  view.run('DELETE FROM judged WHERE id = ?', [id]);
}

/** Removes all verdicts on a note. */
export function forgetVerdicts(view: View, id: string): void {
  view.run('DELETE FROM verdicts WHERE id = ?', [id]);
  view.run('DELETE FROM judged WHERE id = ?', [id]);
}
