import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { isOfPerson, type Visibility } from '../domain/caller.js';
import { OutTime } from '../domain/fields.js';
import { Ulid } from '../domain/ids.js';
import { formatTime } from '../domain/time.js';
import { type GivenNote, MOMENTS } from '../domain/told.js';
import type { ToldRow } from '../projections/told.js';
import { told } from '../projections/told.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Count } from './counts.js';
import type { Readable } from './readConfirmed.js';
import type { Place } from './search/findNewest.js';
import { getSession } from './sessions.js';
import { visible, visibleTo } from './visible.js';

/** What was told at one moment. */
const Telling = z
  .object({
    at: OutTime.meta({ description: 'When it was told, as the teller says.' }),
    recorded_at: OutTime.meta({ description: 'When the vault recorded it.' }),
    event: Ulid.meta({ description: 'The event that recorded it, for a proof of inclusion.' }),
    position: Count.meta({ description: 'Where it is in the log.' }),
    moment: z.enum(MOMENTS),
    notes: z.array(
      z.object({
        id: Ulid,
        revision: Count,
        title: z.string().optional().meta({
          description:
            'Of that revision; left out where it is forgotten, or not for the caller to see.',
        }),
      }),
    ),
    tokens: Count,
  })
  .meta({ id: 'Telling' });
type Telling = z.infer<typeof Telling>;

export const Told = z
  .object({ told: z.array(Telling) })
  .meta({ id: 'Told', description: 'What agents were told in a session, oldest first.' });
type Told = z.infer<typeof Told>;

/** Notes that are looked at in one turn of the event loop. */
const IN_A_TURN = 1_000;

/** How many of the notes that the caller may see were told to somebody. */
export async function givenTotal(current: () => Promise<Sql>, sees: Visibility): Promise<number> {
  let total = 0;
  let last = '';
  for (;;) {
    const views = await current();
    const ids = views.all<{ id: string }>('SELECT id FROM given WHERE id > ? ORDER BY id LIMIT ?', [
      last,
      IN_A_TURN,
    ]);
    const end = ids.at(-1)?.id;
    if (end === undefined) return total;
    const counted = `SELECT count(*) AS count FROM given AS g CROSS JOIN observations AS o ON o.id = g.id
      WHERE g.id > :last AND g.id <= :end AND o.revision = 1 AND ${visible('o.')}`;
    const params = { ...visibleTo(sees), last, end };
    total += views.get<{ count: number }>(counted, params)?.count ?? 0;
    last = end;
    await nextTurn();
  }
}

/** Tellings of one answer, at most. Each has at most some five kilobytes. */
export const MOST_SHOWN = 100;

/** A part of what was told in a session. */
interface ToldPage extends Told {
  /** The place of its last telling, behind which the next page begins; undefined on the last one. */
  readonly next: Place | undefined;
}

/** SQL for the place of a telling among those of the same second; an event holds at most `MOST_TELLINGS`. */
const FIRST = 'position * 1000 + place';

interface ShownNote extends GivenNote {
  readonly title?: string;
}

/** What was told in a session that the caller may see. Throws `Rejection('not_found')` for any other session. */
export async function getTold(
  vault: Readable,
  sees: Visibility,
  { session_id, limit, after }: { session_id: string; limit: number; after: Place | undefined },
): Promise<ToldPage> {
  await getSession(vault, sees, session_id);
  const views = await vault.readModels.current(told.name, 'observations');
  const { created_at: at, first } = after ?? { created_at: 0, first: -1 };
  const rows = views.all<ToldRow & { first: number }>(
    `SELECT *, ${FIRST} AS first FROM told WHERE session_id = :session_id AND (at, ${FIRST}) > (:at, :first)
     ORDER BY at, position, place LIMIT :limit`,
    { session_id, at, first, limit: limit + 1 },
  );
  const shown = new Map<string, readonly ShownNote[]>();
  /** None for a personal note of somebody else, and without a title what the caller may not see or is no more. */
  const shownOf = (note: GivenNote): readonly ShownNote[] => {
    const { id, revision } = note;
    const key = `${id} ${revision}`;
    const before = shown.get(key);
    if (before) return before;
    const query = `SELECT title, wall, ${visible()} AS seen FROM observations WHERE id = :id AND revision = :revision`;
    const row = views.get<{ title: string; wall: string; seen: 0 | 1 | null }>(query, {
      ...visibleTo(sees),
      id,
      revision,
    });
    const isOfOther =
      row !== undefined && row.seen !== 1 && (isOfPerson(row.wall) || sees.projects);
    const now = isOfOther ? [] : [{ ...note, ...(row?.seen === 1 && { title: row.title }) }];
    shown.set(key, now);
    return now;
  };
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    next: last && { created_at: last.at, first: last.first },
    told: rows
      .slice(0, limit)
      .map(({ at, recorded_at, event, position, moment, tokens, notes }) => ({
        at: formatTime(at),
        recorded_at: formatTime(recorded_at),
        event,
        position,
        // The columns hold what the command took.
        moment: moment as Telling['moment'],
        notes: (JSON.parse(notes) as GivenNote[]).flatMap(shownOf),
        tokens,
      })),
  };
}
