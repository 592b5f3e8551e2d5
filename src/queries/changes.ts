import { z } from 'zod';
import type { Visibility } from '../domain/caller.js';
import { OutTime } from '../domain/fields.js';
import { Ulid } from '../domain/ids.js';
import { projectKey } from '../domain/names.js';
import { Observation } from '../domain/observation.js';
import { formatTime, toSeconds } from '../domain/time.js';
import type { EventLog } from '../log/eventLog.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Count } from './counts.js';
import { inSlices, type Slices } from './inSlices.js';
import { inTurns } from './inTurns.js';
import { Forgotten } from './listObservations.js';
import { LINKED_AS_OF, observationOf } from './observationOf.js';
import { END, type Place } from './search/findNewest.js';
import { mayHearOf } from './streamVisibility.js';
import { CURRENT_AS_OF, type Instant, visible, visibleTo } from './visible.js';

/** What can become of a note between two moments. */
export const CHANGES = ['added', 'changed', 'superseded', 'expired', 'forgotten'] as const;
type ChangeKind = (typeof CHANGES)[number];

/** What became of one note. */
export const Change = z
  .object({
    id: Ulid,
    at: OutTime.meta({ description: 'When: of a note with several revisions, that of the last.' }),
    note: Observation.optional().meta({
      description: 'As it was at the second moment; nothing of one that is forgotten.',
    }),
    before: Observation.optional().meta({
      description: 'As it was at the first moment, of one that was changed.',
    }),
  })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof Change>;

/** How many notes there are of each kind. */
export const ChangeCounts = z
  // The cast restores what Object.fromEntries loses: these are all the kinds.
  .object(
    Object.fromEntries(CHANGES.map((kind) => [kind, Count])) as Record<ChangeKind, typeof Count>,
  )
  .meta({ id: 'ChangeCounts' });

/** The two moments that are compared, and where. */
export interface Compared {
  readonly sees: Visibility;
  /** By default all. Which project a forgotten note was of, nobody knows any more: those are always there. */
  readonly project: string | undefined;
  /** Not later than `to`. */
  readonly from: Instant;
  readonly to: Instant;
}

/** The parts of an open vault that are read. */
interface Parts {
  readonly log: EventLog;
  readonly views: () => Promise<Sql>;
}

/** A page of changes of one kind, and the place behind which the next one begins; undefined on the last one. */
interface Page {
  readonly changes: Slices<Change>;
  readonly next: Place | undefined;
}

/** Where a change is: the position of what made it, and the time of what ended or went. */
interface Found {
  readonly id: string;
  readonly position: number;
  /** In seconds since 1970; 0 where the row of the note says it. */
  readonly at: number;
}

/** The changes of one kind, the latest first, behind a place. */
export async function listChanges(
  parts: Parts,
  kind: ChangeKind,
  compared: Compared,
  { after = END, limit }: { readonly after: Place | undefined; readonly limit: number },
): Promise<Page> {
  const page: Found[] = [];
  for await (const one of FIND[kind](parts, compared, after)) {
    page.push(one);
    if (page.length > limit) break;
  }
  const shown = page.slice(0, limit);
  const last = page.length > limit ? shown.at(-1) : undefined;
  return {
    changes: shownSlices(parts.views, kind, compared, shown),
    next: last && { created_at: last.at, first: last.position },
  };
}

/** How many changes there are of each kind. */
export async function countChanges(
  parts: Parts,
  compared: Compared,
): Promise<z.infer<typeof ChangeCounts>> {
  const counts = { added: 0, changed: 0, superseded: 0, expired: 0, forgotten: 0 };
  for (const kind of CHANGES) {
    for await (const _ of FIND[kind](parts, compared, END)) counts[kind] += 1;
  }
  return counts;
}

type Find = (parts: Parts, compared: Compared, after: Place) => AsyncGenerator<Found>;

/** Rows that are looked at in one turn of the event loop. Their texts are not read. */
const IN_A_TURN = 2_000;

/** SQL condition: a row `o` is the revision of its note that was current at `:as_of`, and the caller may see it. */
const SHOWN = `o.${CURRENT_AS_OF} AND ${visible('o.')} AND (:project IS NULL OR o.project_key = :project)`;

/** Parameters of it, and the two moments. */
const paramsOf = ({ sees, project, from, to }: Compared) => ({
  ...visibleTo(sees),
  as_of: to.as_of,
  before: from.as_of,
  project: project === undefined ? null : projectKey(project),
});

/** Those of the rows that fit; `select` is a query for them behind `:position` and `:at`, at most `IN_A_TURN`. */
function finder(select: string): Find {
  const query = `${select} LIMIT ${IN_A_TURN}`;
  return async function* find({ views }, compared, after) {
    const { from, to } = compared;
    const rows = inTurns<Found & { readonly fits: 0 | 1 }>(views, IN_A_TURN, (open, last) =>
      open.all(query, {
        ...paramsOf(compared),
        began: from.at,
        ended: to.at,
        position: last?.position ?? after.first,
        at: last?.at ?? after.created_at,
      }),
    );
    for await (const { fits, ...one } of rows) if (fits === 1) yield one;
  };
}

/** A note that is current at the second moment was written since the first: it is new if its first revision was, too. */
const writtenWhere = (began: string) =>
  finder(`SELECT o.id, o.position, 0 AS at, (${SHOWN} AND ${began}) AS fits FROM observations AS o
    WHERE o.position > :before AND o.position <= :as_of AND o.position < :position
    ORDER BY o.position DESC`);

const FIND: Record<ChangeKind, Find> = {
  added: writtenWhere('o.first > :before'),
  changed: writtenWhere('o.first <= :before'),
  superseded: finder(`
    SELECT s.superseded AS id, s.position, 0 AS at, (${LINKED_AS_OF} AND ${visible('s.')} AND EXISTS
      (SELECT 1 FROM observations AS o WHERE o.id = s.superseded AND ${SHOWN})) AS fits
    FROM supersedings AS s
    WHERE s.position > :before AND s.position <= :as_of AND s.position < :position
    ORDER BY s.position DESC`),
  expired: finder(`
    SELECT o.id, o.position, o.valid_until AS at, (${SHOWN}) AS fits
    FROM observations AS o INDEXED BY observations_ending
    WHERE o.valid_until > :began AND o.valid_until <= :ended
      AND (o.valid_until, o.position) < (:at, :position)
    ORDER BY o.valid_until DESC, o.position DESC`),
  forgotten: forgottenBetween,
};

/** Entries of the log that are read at a time. */
const ENTRIES = 1000;

async function* forgottenBetween(
  { log }: Parts,
  { sees, from, to }: Compared,
  { first: behind }: Place,
): AsyncGenerator<Found> {
  const found: Found[] = [];
  const { position: head } = await log.head();
  const end = Math.min(to.as_of, head, behind - 1);
  for (let after = from.as_of; after < end; ) {
    const { entries, upTo } = await log.readEntries(after, ENTRIES, { types: FORGOTTEN });
    for (const { position, at, data } of entries) {
      const { id, wall_key } = Forgotten.parse(data);
      if (position <= end && mayHearOf(sees, wall_key))
        found.push({ id, position, at: toSeconds(at) });
    }
    after = upTo;
  }
  yield* found.reverse();
}
const FORGOTTEN = ['observation.forgotten'];

/** A note with what is shown of it. */
interface FoundNote extends Found {
  readonly note: ObservationRow;
  readonly before: ObservationRow | undefined;
}

async function* shownSlices(
  views: () => Promise<Sql>,
  kind: ChangeKind,
  compared: Compared,
  page: readonly Found[],
): Slices<Change> {
  if (kind === 'forgotten') {
    yield page.map(({ id, at }) => ({ id, at: formatTime(at) }));
    return;
  }
  const { sees, from, to } = compared;
  yield* inSlices<FoundNote, Change>({
    views,
    after: (open, last) =>
      notesOf(
        open,
        kind,
        compared,
        page.slice(last ? page.findIndex(({ position }) => position === last.position) + 1 : 0),
      ),
    toItem: (open, { id, at, note, before }) => ({
      id,
      at: formatTime(at),
      note: observationOf(open, note, { sees, ...to }),
      ...(before && { before: observationOf(open, before, { sees, ...from }) }),
    }),
  });
}

/** The rows of notes at the two moments. One that was forgotten meanwhile is left out. */
function* notesOf(
  open: Sql,
  kind: ChangeKind,
  compared: Compared,
  page: readonly Found[],
): Generator<FoundNote> {
  const params = paramsOf(compared);
  const rowOf = (id: string, as_of: number) =>
    open.get<ObservationRow>(`SELECT * FROM observations AS o WHERE o.id = :id AND ${SHOWN}`, {
      ...params,
      id,
      as_of,
    });
  for (const { id, position, at } of page) {
    const note = rowOf(id, compared.to.as_of);
    if (!note) continue;
    const before = kind === 'changed' ? rowOf(id, compared.from.as_of) : undefined;
    yield { id, position, at: at || writtenAt(open, position), note, before };
  }
}

/** When the revision at a position was recorded, in seconds since 1970. */
const writtenAt = (open: Sql, position: number) =>
  open.get<Pick<ObservationRow, 'recorded_at'>>(
    'SELECT recorded_at FROM observations WHERE position = ?',
    [position],
  )?.recorded_at ?? 0;
