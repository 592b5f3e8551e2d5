import { setImmediate as nextTurn } from 'node:timers/promises';
import { isWholeUlid } from '../domain/canonicalUlid.js';
import type { Observation } from '../domain/observation.js';
import { rejectionOf } from '../domain/parse.js';
import { Rejection } from '../domain/rejection.js';
import { textSize } from '../domain/textSize.js';
import type { Visibility } from '../domain/visibility.js';
import type { AsOf } from './asOf.js';
import { ambiguity, idsWithEnd } from './fullId.js';
import { getObservation } from './getObservation.js';
import { SLICE } from './inSlices.js';
import type { Readable } from './readConfirmed.js';

/** An id, or the end of one, that is asked for. */
export interface AskedId {
  readonly text: string;
  /** The text in its canonical form. */
  readonly idOrEnd: string;
}

/** The observations that were found, and the texts for which there is none: each once, in the order asked. */
export interface Gathered {
  readonly observations: Observation[];
  readonly missing: string[];
}

/**
 * The observations that the caller may see with these ids. Throws `Rejection('conflict')` when the ends of ids fit several;
 * it names them all.
 */
export async function getObservations(
  vault: Readable,
  sees: Visibility,
  asked: readonly AskedId[],
  as_of: AsOf,
): Promise<Gathered> {
  const fitting = await idsOf(vault, sees, asked, as_of);
  const observations = new Map<string, Observation>();
  const missing = new Set<string>();
  let size = 0;
  for (const { text, id } of fitting) {
    if (id !== undefined && observations.has(id)) continue;
    const one = id === undefined ? undefined : await found(vault, sees, id, as_of);
    if (!one) {
      missing.add(text);
      continue;
    }
    observations.set(one.id, one);
    size += textSize(one);
    if (size <= SLICE) continue;
    // Fifty long texts would hold the event loop.
    await nextTurn();
    size = 0;
  }
  return { observations: [...observations.values()], missing: [...missing] };
}

/** What is asked for with its whole id; without one when nothing has such an end. */
async function idsOf(
  { readModels }: Readable,
  sees: Visibility,
  asked: readonly AskedId[],
  as_of: AsOf,
): Promise<readonly { readonly text: string; readonly id: string | undefined }[]> {
  const views = await readModels.current('observations');
  const fitting = asked.map(({ text, idOrEnd }) => ({
    text,
    ids: isWholeUlid(idOrEnd) ? [idOrEnd] : idsWithEnd(views, sees, idOrEnd, as_of),
  }));
  const errors = fitting
    .filter(({ ids }) => ids.length > 1)
    .map(({ text, ids }) => ({ path: '/ids', message: ambiguity(text, ids) }));
  if (errors.length > 0) throw rejectionOf(errors, 'conflict');
  return fitting.map(({ text, ids: [id] }) => ({ text, id }));
}

async function found(
  vault: Readable,
  sees: Visibility,
  id: string,
  as_of: AsOf,
): Promise<Observation | undefined> {
  try {
    return await getObservation(vault, sees, id, as_of);
  } catch (error) {
    if (error instanceof Rejection && error.code === 'not_found') return undefined;
    throw error;
  }
}
