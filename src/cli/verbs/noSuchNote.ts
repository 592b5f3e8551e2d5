import { type Failed, nothingFound } from '../terminal/failed.js';
import { shownLine } from '../terminal/shown.js';

/** What the vault takes for an id: the whole, or its last 8 characters or more. */
const ID = /^[0-9A-Z]{8,26}$/i;

/** Says that there is no note of these ids, and how a person finds the right one. `so` is what was not done because of it. */
export function noSuchNote(ids: readonly string[], so?: string): Failed {
  const missing = `there is no note ${shownLine(ids.join(', '))}`;
  const next = ids.every((id) => ID.test(id))
    ? 'memory-vault search finds notes and their ids'
    : 'an id is the last 8 characters or more of the whole one, as memory-vault search shows it';
  return nothingFound(`${missing}${so === undefined ? '' : `, so ${so}`}: ${next}`);
}
