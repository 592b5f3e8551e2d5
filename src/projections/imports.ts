import { toSeconds } from '../domain/time.js';
import { pin } from '../events/observation.js';
import type { RecordedFact } from '../events/recorded.js';
import type { VaultFact } from '../events/vaultEvent.js';
import type { Projection, View } from './projection.js';
import { insertRow, type RowOf, table } from './table.js';

/** What a run reads, and when it began, in seconds since 1970. */
const RUNS = table('import_runs', {
  run: 'TEXT NOT NULL',
  /** Position of the event that says so. */
  position: 'INTEGER PRIMARY KEY',
  source: 'TEXT NOT NULL',
  at: 'INTEGER NOT NULL',
});
export type ImportRunRow = RowOf<typeof RUNS>;

const UNDONE = table(
  'import_undone',
  { run: 'TEXT NOT NULL', at: 'INTEGER NOT NULL' },
  { primaryKey: 'run' },
);

/** A run wrote into a stream, and that is neither forgotten nor undone. */
const IMPORTED = table(
  'imported',
  { run: 'TEXT NOT NULL', stream: 'TEXT NOT NULL' },
  { primaryKey: 'run, stream', indexes: 'CREATE INDEX imported_by_stream ON imported (stream);' },
);
export type ImportedRow = RowOf<typeof IMPORTED>;

/** Runs of imports, and what each of them wrote that is still here: for the list of imports, and to undo one. */
export const imports = {
  name: 'imports',
  version: 1,
  tables: { import_runs: RUNS.ddl, import_undone: UNDONE.ddl, imported: IMPORTED.ddl },
  handlers: {
    'admin.acted': (view, { data, meta: { run }, position, at }) => {
      if (run === undefined) return;
      if (data.act === 'import') {
        const { source = '' } = data.detail;
        insertRow(view, RUNS, { run, position, source, at: toSeconds(at) });
      } else if (data.act === 'undo-import') {
        view.run('INSERT OR IGNORE INTO import_undone VALUES (?, ?)', [run, toSeconds(at)]);
      }
    },
    // The act that began a run may be forgotten with a person whose name its source is.
    'event.forgotten': (view, { data }) =>
      view.run('DELETE FROM import_runs WHERE position = ?', [data.position]),
    'observation.saved': wrote,
    'observation.revised': wrote,
    'pin.set': wrote,
    'pin.removed': forgotten,
    'session.started': wrote,
    'session.goal_set': wrote,
    'session.abandoned': wrote,
    'session.ended': wrote,
    'prompt.saved': wrote,
    'conventions.published': wrote,
    'sdd.phase_entered': wrote,
    'observation.forgotten': (view, event) => {
      forgotten(view, event);
      // What an undone run forgot may come back: then its pin is still to be taken away.
      if (event.meta.run === undefined) {
        forgotten(view, { stream: `${pin.name}/${event.data.id}` });
      }
    },
    'session.forgotten': forgotten,
    'prompt.forgotten': forgotten,
    'conventions.forgotten': forgotten,
    'sdd.forgotten': forgotten,
  },
} satisfies Projection;

type Event = Pick<RecordedFact<VaultFact>, 'meta' | 'stream'>;

function wrote(view: View, { meta: { run }, stream }: Event): void {
  if (run === undefined) return;
  const isUndone = view.get('SELECT 1 FROM import_undone WHERE run = ?', [run]) !== undefined;
  // What an undone run writes takes back what it had written.
  view.run(
    isUndone
      ? 'DELETE FROM imported WHERE run = ? AND stream = ?'
      : 'INSERT OR IGNORE INTO imported VALUES (?, ?)',
    [run, stream],
  );
}

function forgotten(view: View, { stream }: Pick<Event, 'stream'>): void {
  view.run('DELETE FROM imported WHERE stream = ?', [stream]);
}
