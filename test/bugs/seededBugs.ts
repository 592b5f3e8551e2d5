import { vi } from 'vitest';
import type { DedupKey } from '../../src/events/recorded.js';
import type { ObservationRow } from '../../src/projections/observationRow.js';

/**
 * Bugs that somebody could write, by what they break; the model test has to notice each. A bug takes the place of an
 * export: when that is renamed or changes its shape, the bug does not compile.
 */
export const SEEDED_BUGS = {
  'saves at once do not see each other': () =>
    vi.doMock(import('../../src/commands/pendingBatch.js'), async (original) => {
      const { pendingBatch } = await original();
      return {
        pendingBatch: (log, head) => ({
          ...pendingBatch(log, head),
          duplicatesOf: pendingBatch(log, head).duplicatesOf,
        }),
      };
    }),
  'a revised note still holds what it said before': () =>
    vi.doMock(import('../../src/log/sqlite/guardTable.js'), async (original) => {
      const { latestGuards } = await original();
      return {
        latestGuards(sql) {
          const real = latestGuards(sql);
          const saved = new Map<string, { key: DedupKey; position: number }>();
          const stale = new Map<string, { key: DedupKey; position: number }>();
          return {
            ...real,
            see(events) {
              real.see(events);
              for (const { type, stream, position, data } of events) {
                const before = saved.get(stream);
                if (type === 'observation.saved' && data.session_id !== null) {
                  const key = { scope: data.session_id, hash: data.content_hash };
                  saved.set(stream, { key, position });
                }
                if (type === 'observation.revised' && before) stale.set(stream, before);
                if (type === 'observation.forgotten') stale.delete(stream);
              }
            },
            find: (key) => [
              ...real.find(key),
              ...[...stale].flatMap(([stream, held]) =>
                held.key.scope === key.scope && held.key.hash === key.hash
                  ? [{ stream, position: held.position }]
                  : [],
              ),
            ],
          };
        },
      };
    }),
  'forgetting one copy frees the content of the others': () =>
    vi.doMock(import('../../src/log/sqlite/guardTable.js'), async (original) => {
      const { latestGuards } = await original();
      return {
        latestGuards(sql) {
          const real = latestGuards(sql);
          const freed = new Map<string | null, number>();
          return {
            ...real,
            see(events) {
              real.see(events);
              for (const { type, position, data } of events)
                if (type === 'observation.forgotten') freed.set(data.session_id, position);
            },
            find: (key) =>
              real.find(key).filter(({ position }) => position > (freed.get(key.scope) ?? 0)),
          };
        },
      };
    }),
  'what is forgotten stays in the log': () =>
    vi.doMock(import('../../src/log/sqlite/erase.js'), async (original) => {
      const real = await original();
      const { forgets } = await import('../../src/events/vaultEvent.js');
      return {
        ...real,
        erase(sql, event, position) {
          if (!forgets(event.type)) real.erase(sql, event, position);
        },
      };
    }),
  'of what is erased only the salt is overwritten': () =>
    vi.doMock(import('../../src/log/sqlite/erase.js'), async (original) => {
      const real = await original();
      return {
        ...real,
        erase(sql, event, position) {
          const bodies = sql.all<{ position: number; body: string }>(
            'SELECT position, body FROM kept_payloads',
          );
          real.erase(sql, event, position);
          // The trigger would refuse it; verify would miss it.
          const trigger = sql.get<{ sql: string }>(TRIGGER)?.sql ?? '';
          sql.db.exec('DROP TRIGGER events_only_erased');
          for (const { position, body } of bodies) {
            sql.run('UPDATE events SET body = ? WHERE position = ?', [body, position]);
          }
          sql.db.exec(trigger);
        },
      };
    }),
  'removed words stay in old segments of the search index': () =>
    vi.doMock(import('../../src/projections/searchIndex.js'), async (original) => ({
      ...(await original()),
      wipeIndex() {},
    })),
  'what is erased stays in the write-ahead log': () =>
    vi.doMock(import('../../src/sqlite/walCheckpoint.js'), async (original) => ({
      ...(await original()),
      emptyWal: () => true,
    })),
  'only the newest revision is forgotten': () =>
    vi.doMock(import('../../src/projections/observations.js'), async (original) => {
      const { observations } = await original();
      const forget = observations.handlers['observation.forgotten'];
      return withHandlers(observations, {
        'observation.forgotten'(view, event) {
          const older = view.all<ObservationRow>(
            'SELECT * FROM observations WHERE id = ? AND until IS NOT NULL',
            [event.data.id],
          );
          forget(view, event);
          for (const row of older) {
            const columns = Object.keys(row);
            const values = columns.map((column) => `:${column}`);
            view.run(`INSERT INTO observations (${columns}) VALUES (${values})`, { ...row });
          }
        },
      });
    }),
  'what is forgotten stays in the search index': () =>
    vi.doMock(import('../../src/projections/searchIndex.js'), async (original) => ({
      ...(await original()),
      unindex() {},
    })),
  'a revision is counted beside the one before it': () =>
    vi.doMock(import('../../src/projections/observations.js'), async (original) => {
      const { observations } = await original();
      const { countNote } = await import('../../src/projections/observationCounts.js');
      const revise = observations.handlers['observation.revised'];
      return withHandlers(observations, {
        'observation.revised'(view, event) {
          const before = view.get<ObservationRow>(
            'SELECT * FROM observations WHERE id = ? AND until IS NULL',
            [event.data.id],
          );
          revise(view, event);
          if (before) countNote(view, before, 1);
        },
      });
    }),
  'looking back misses the newest event': () =>
    vi.doMock(import('../../src/queries/visible.js'), async (original) => ({
      ...(await original()),
      CURRENT_AS_OF: otherwise('position < :as_of AND (until IS NULL OR until > :as_of)'),
    })),
  'looking back shows two revisions of one note': () =>
    vi.doMock(import('../../src/queries/visible.js'), async (original) => ({
      ...(await original()),
      CURRENT_AS_OF: otherwise('position <= :as_of AND (until IS NULL OR until >= :as_of)'),
    })),
  'a revision of nothing but tags is lost': () =>
    vi.doMock(import('../../src/commands/observations.js'), async (original) => {
      const real = await original();
      const { decide } = real.reviseObservation;
      return {
        ...real,
        reviseObservation: {
          ...real.reviseObservation,
          decide(state, input, now) {
            const before = state?.status === 'kept' ? state.note.content_hash : undefined;
            const isSame = (data: object) => 'content_hash' in data && data.content_hash === before;
            return decide(state, input, now).filter(({ data }) => !isSame(data));
          },
        },
      };
    }),
  'events are not chained': () =>
    vi.doMock(import('../../src/log/chain.js'), async (original) => {
      const real = await original();
      return { ...real, link: (_before, leaf) => real.link(Buffer.alloc(32), leaf) };
    }),
} satisfies Record<string, () => void>;

/** Loads all modules as they are, from the next import on. */
export function takeBugsOut(): void {
  for (const file of [
    '../../src/commands/pendingBatch.js',
    '../../src/log/sqlite/guardTable.js',
    '../../src/log/sqlite/erase.js',
    '../../src/projections/searchIndex.js',
    '../../src/sqlite/walCheckpoint.js',
    '../../src/projections/observations.js',
    '../../src/queries/visible.js',
    '../../src/commands/observations.js',
    '../../src/log/chain.js',
  ]) {
    vi.doUnmock(file);
  }
  vi.resetModules();
}

/** The type of `CURRENT_AS_OF` is the one text that it is, which nothing else can have. */
const otherwise = (sql: string) => sql as never;

const TRIGGER = `SELECT sql FROM sqlite_schema WHERE name = 'events_only_erased'`;

type Observations = typeof import('../../src/projections/observations.js').observations;

/** The read model of observations with some other handlers. */
function withHandlers(real: Observations, handlers: Partial<Observations['handlers']>) {
  return {
    observations: {
      ...real,
      handlers: { ...real.handlers, ...handlers },
    },
  };
}
