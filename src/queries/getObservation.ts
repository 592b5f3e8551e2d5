import type { Observation } from '../domain/observation.js';
import { Rejection } from '../domain/rejection.js';
import { observation } from '../events/observation.js';
import type { ObservationRow } from '../projections/observationRow.js';
import { observations } from '../projections/observations.js';
import { type AsOf, CURRENT_AS_OF, NOW } from './asOf.js';
import { observationOf, type Revision, revisionOf } from './observationOf.js';
import { type Readable, readConfirmed } from './readConfirmed.js';

/** One observation. Throws `Rejection('not_found')`. */
export async function getObservation(
  vault: Readable,
  id: string,
  as_of: AsOf = NOW,
): Promise<Observation> {
  const stream = streamOf(id);
  const isShown = async () => {
    // What came before a forgetting is erased, and is not among the kept events.
    const kept = await vault.log.readStream(stream);
    return kept.some(({ type, position }) => type === 'observation.saved' && position <= as_of);
  };
  const wanted = { about: observations.name, stream, isShown };
  return readConfirmed(vault, wanted, (views) => {
    const query = `SELECT * FROM observations WHERE id = :id AND ${CURRENT_AS_OF}`;
    const row = views.get<ObservationRow>(query, { id, as_of });
    // A damaged index may lead to another row.
    if (row?.id !== id) throw unknown(id);
    return observationOf(row);
  });
}

/** All revisions of an observation, oldest first. Throws `Rejection('not_found')`. */
export async function getHistory(vault: Readable, id: string): Promise<Revision[]> {
  const wanted = { about: observations.name, stream: streamOf(id) };
  return readConfirmed(vault, wanted, (views) => {
    const query = 'SELECT * FROM observations WHERE id = ? ORDER BY position';
    const rows = views.all<ObservationRow>(query, [id]);
    // A damaged index may lead to other rows, or leave some out.
    if (rows.length === 0 || !rows.every(isRevisionOf(id))) throw unknown(id);
    return rows.map(revisionOf);
  });
}

const streamOf = (id: string) => `${observation.name}/${id}`;

const isRevisionOf = (id: string) => (row: ObservationRow, before: number) =>
  row.id === id && row.revision === before + 1;

function unknown(id: string): Rejection {
  return new Rejection('not_found', `there is no observation ${id}`);
}
