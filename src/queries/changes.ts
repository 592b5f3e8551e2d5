import { setImmediate as nextTurn } from 'node:timers/promises';
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
import { Forgotten } from './listObservations.js';
import { LINK_IS_SEEN, LINKED_AS_OF, observationOf, reaches } from './observationOf.js';
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
  for await (const some of FIND[kind](parts, compared, after)) {
    page.push(...some.slice(0, limit + 1 - page.length));
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
  for await (const [window] of windows<Written>(COUNT_WRITTEN, parts, compared)) {
    counts.added += window?.added ?? 0;
    counts.changed += window?.changed ?? 0;
  }
  for (const kind of ['superseded', 'expired', 'forgotten'] as const) {
    for await (const some of FIND[kind](parts, compared, END)) counts[kind] += some.length;
  }
  return counts;
}

/** Finds changes of one kind behind a place, the latest first, those of a turn of the event loop together. */
type Find = (parts: Parts, compared: Compared, after: Place) => AsyncGenerator<readonly Found[]>;

/** Positions, or rows of an index, that are looked at in one turn of the event loop. */
const IN_A_TURN = 2_000;

/** SQL condition: a row `o` is the revision of its note that was current at `:as_of`, and the caller may see it. */
const SHOWN = `o.${CURRENT_AS_OF} AND ${visible('o.')} AND (:project IS NULL OR o.project_key = :project)`;

/** Parameters of it, and the first moment. */
const paramsOf = ({ sees, project, from, to }: Compared) => ({
  ...visibleTo(sees),
  as_of: to.as_of,
  before: from.as_of,
  project: project === undefined ? null : projectKey(project),
});

/** Asks for the rows of each window of positions between the two moments, from the later one back, each in a turn of its own. */
async function* windows<Row>(
  query: string,
  { log, views }: Parts,
  compared: Compared,
  behind = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly Row[]> {
  const { position: head } = await log.head();
  const params = paramsOf(compared);
  let high = Math.min(params.as_of, head, behind - 1);
  for (; high > params.before; high -= IN_A_TURN) {
    const low = Math.max(high - IN_A_TURN, params.before);
    yield (await views()).all<Row>(query, { ...params, low, high });
    await nextTurn();
  }
}

/** SQL condition: a row is in the window. */
const IN_WINDOW = 'position > :low AND position <= :high';

/** What `COUNT_WRITTEN` gives of a window. */
type Written = Readonly<Record<'added' | 'changed', number>>;

/** Both kinds at once: the rows are read once only. */
const COUNT_WRITTEN = `
  SELECT count(*) FILTER (WHERE o.first > :before) AS added,
    count(*) FILTER (WHERE o.first <= :before) AS changed
  FROM observations AS o WHERE ${IN_WINDOW} AND ${SHOWN}`;

/** Finds what was recorded between the two moments; `query` is one for it. */
const recorded =
  (query: string): Find =>
  (parts, compared, { first: behind }) =>
    windows(`${query} AND ${IN_WINDOW} ORDER BY position DESC`, parts, compared, behind);

/** The revision of a note that was current at the second moment: the note is new if its first one came after the first moment, too. */
const written = (began: string) =>
  recorded(`SELECT o.id, o.position, 0 AS at FROM observations AS o WHERE ${began} AND ${SHOWN}`);

const FIND: Record<ChangeKind, Find> = {
  added: written('o.first > :before'),
  changed: written('o.first <= :before'),
  superseded: recorded(`
    SELECT s.superseded AS id, s.position, 0 AS at FROM supersedings AS s
    WHERE ${LINKED_AS_OF} AND ${LINK_IS_SEEN}
      AND EXISTS (SELECT 1 FROM observations AS o WHERE o.id = s.superseded AND ${SHOWN} AND ${reaches('o.')})`),
  expired: expiredBetween,
  forgotten: forgottenBetween,
};

async function* expiredBetween(
  { views }: Parts,
  compared: Compared,
  after: Place,
): AsyncGenerator<readonly Found[]> {
  const query = `
    SELECT o.id, o.position, o.valid_until AS at, (${SHOWN}) AS fits
    FROM observations AS o INDEXED BY observations_ending
    WHERE o.valid_until > :began AND o.valid_until <= :ended
      AND (o.valid_until, o.position) < (:at, :position)
    ORDER BY o.valid_until DESC, o.position DESC LIMIT ${IN_A_TURN}`;
  const { from, to } = compared;
  const params = { ...paramsOf(compared), began: from.at, ended: to.at };
  let [at, position] = [after.created_at, after.first];
  for (;;) {
    const rows = (await views()).all<Found & { readonly fits: 0 | 1 }>(query, {
      ...params,
      at,
      position,
    });
    yield rows.filter(({ fits }) => fits === 1);
    const last = rows.at(-1);
    if (!last || rows.length < IN_A_TURN) return;
    ({ at, position } = last);
    await nextTurn();
  }
}

/** Entries of the log that are read at a time. */
const ENTRIES = 1000;

async function* forgottenBetween(
  { log }: Parts,
  { sees, from, to }: Compared,
  { first: behind }: Place,
): AsyncGenerator<readonly Found[]> {
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
  yield found.reverse();
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
  for (let at = 0; at < page.length; at += SHOWN_IN_A_TURN) {
    const some = page.slice(at, at + SHOWN_IN_A_TURN);
    yield* inSlices<FoundNote, Change>({
      views,
      after: (open, last) =>
        notesOf(
          open,
          kind,
          compared,
          some.slice(1 + some.findIndex(({ position }) => position === last?.position)),
        ),
      toItem: (open, { id, at, note, before }) => ({
        id,
        at: formatTime(at),
        note: observationOf(open, note, { sees, ...to }),
        ...(before && { before: observationOf(open, before, { sees, ...from }) }),
      }),
    });
    await nextTurn();
  }
}

/** Notes that are shown in one turn, with all that is looked up for each at two moments. */
const SHOWN_IN_A_TURN = 20;

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
