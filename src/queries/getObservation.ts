import type { Observation } from '../domain/observation.js';
import { Rejection } from '../domain/rejection.js';
import type { Visibility } from '../domain/visibility.js';
import { observation } from '../events/observation.js';
import type { ObservationRow } from '../projections/observationRow.js';
import { type AsOf, CURRENT_AS_OF, NOW } from './asOf.js';
import { inSlices, type Slices } from './inSlices.js';
import { observationOf, type Revision, revisionOf } from './observationOf.js';
import { type Readable, readConfirmed } from './readConfirmed.js';
import { mayReadStream, maySeeStream } from './streamVisibility.js';
import { shownFrom, visible, visibleTo } from './visible.js';

/** One observation. Throws `Rejection('not_found')`, also for one that the caller may not see. */
export async function getObservation(
  vault: Readable,
  sees: Visibility,
  id: string,
  as_of: AsOf = NOW,
): Promise<Observation> {
  const stream = streamOf(id);
  const isShown = async () => {
    // What came before a forgetting is erased, and is not among the kept events.
    const kept = await vault.log.readStream(stream, { only: 'ends' });
    const saved = kept.find(({ type }) => type === 'observation.saved');
    return saved !== undefined && saved.position <= as_of && maySeeStream(kept, sees);
  };
  const wanted = { about: shownFrom(sees), stream, isShown };
  return readConfirmed(vault, wanted, (views) => {
    const query = `SELECT * FROM observations WHERE id = :id AND ${visible()} AND ${CURRENT_AS_OF}`;
    const row = views.get<ObservationRow>(query, { ...visibleTo(sees), id, as_of });
    // A damaged index may lead to another row.
    if (row?.id !== id) throw unknown(id);
    return observationOf(views, row, { sees, as_of });
  });
}

/** All revisions of an observation, oldest first. Throws `Rejection('not_found')`, as `getObservation`. */
export async function getHistory(
  vault: Readable,
  sees: Visibility,
  id: string,
): Promise<Slices<Revision>> {
  const stream = streamOf(id);
  const isShown = () => mayReadStream(vault.log, stream, sees);
  const wanted = { about: shownFrom(sees), stream, isShown };
  const where = `id = :id AND ${visible()}`;
  await readConfirmed(vault, wanted, (views) => {
    const query = `SELECT id, revision FROM observations WHERE ${where} ORDER BY position`;
    const rows = views.all<Pick<ObservationRow, 'id' | 'revision'>>(query, {
      ...visibleTo(sees),
      id,
    });
    // A damaged index may lead to other rows, or leave some out.
    if (rows.length === 0 || !rows.every(isRevisionOf(id))) throw unknown(id);
  });
  return inSlices<ObservationRow, Revision>({
    views: () => vault.readModels.current(...shownFrom(sees)),
    after: (open, last) =>
      open.each<ObservationRow>(
        `SELECT * FROM observations WHERE ${where} AND position > :after ORDER BY position`,
        { ...visibleTo(sees), id, after: last?.position ?? 0 },
      ),
    toItem: (open, row) => revisionOf(open, row, sees),
  });
}

const streamOf = (id: string) => `${observation.name}/${id}`;

const isRevisionOf =
  (id: string) => (row: Pick<ObservationRow, 'id' | 'revision'>, before: number) =>
    row.id === id && row.revision === before + 1;

function unknown(id: string): Rejection {
  return new Rejection('not_found', `there is no observation ${id}`);
}
