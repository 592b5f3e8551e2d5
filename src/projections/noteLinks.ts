import { wallOf } from '../domain/visibility.js';
import type { ObservationSaved } from '../events/observation.js';
import type { PinnedNote } from '../events/pin.js';
import type { ObservationRow } from './observationRow.js';
import type { View } from './projection.js';

/** A note that took the place of another; a row of `supersedings`. */
export interface SupersedingRow {
  /** Position of the event that saved the new note. */
  readonly position: number;
  readonly id: string;
  /** `wallOf` the team of the new note. */
  readonly wall: string;
  /** The id of the note whose place it took. That may be unknown, or forgotten. */
  readonly superseded: string;
}

/** From when to when a note was pinned; a row of `pins`. What never changes of the note stands here, too, for lists. */
export interface PinRow
  extends Pick<ObservationRow, 'id' | 'project_key' | 'wall' | 'created_at' | 'first'> {
  /** Position of the event that pinned it. */
  readonly position: number;
  /** Position of the event that took the pin away; null: it is pinned. */
  readonly until: number | null;
}

/** Tables of the read model `observations`, with one row for each link and each pin, so that any moment can be asked for. */
export const LINK_TABLES = {
  supersedings: `
    CREATE TABLE supersedings (
      position INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      wall TEXT NOT NULL,
      superseded TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX supersedings_by_id ON supersedings (id);
    CREATE INDEX supersedings_by_superseded ON supersedings (superseded, position);`,
  pins: `
    CREATE TABLE pins (
      position INTEGER PRIMARY KEY,
      until INTEGER,
      id TEXT NOT NULL,
      project_key TEXT,
      wall TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      first INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX pins_by_id ON pins (id, position);
    CREATE INDEX pins_by_project ON pins (project_key, created_at, first);
    CREATE INDEX pins_by_time ON pins (created_at, first);`,
};

/** Adds the link of a note that was saved, if it takes the place of another. */
export function linkSaved(
  view: View,
  position: number,
  { id, team, supersedes }: ObservationSaved,
): void {
  if (supersedes === undefined) return;
  view.run('INSERT INTO supersedings VALUES (?, ?, ?, ?)', [
    ...[position, id, wallOf(team), supersedes],
  ]);
}

/** Removes what is known of a forgotten note: the note whose place it took is not superseded by it any more. */
export function unlinkForgotten(view: View, id: string): void {
  view.run('DELETE FROM supersedings WHERE id = ?', [id]);
  view.run('DELETE FROM pins WHERE id = ?', [id]);
}

/** Pins a note. Where the log is replayed, the note may be forgotten already: then it has no row. */
export function addPin(view: View, position: number, { id }: PinnedNote): void {
  view.run(
    `INSERT INTO pins SELECT ?, NULL, id, project_key, wall, created_at, first
     FROM observations WHERE id = ? ORDER BY position DESC LIMIT 1`,
    [position, id],
  );
}

/** Ends the pin of a note. */
export function endPin(view: View, position: number, { id }: PinnedNote): void {
  view.run('UPDATE pins SET until = ? WHERE id = ? AND until IS NULL', [position, id]);
}
