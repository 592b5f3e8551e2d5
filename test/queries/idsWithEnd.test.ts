import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import { EVERYTHING, maySee, type Visibility } from '../../src/domain/caller.js';
import { idsWithEnd } from '../../src/queries/getObservation.js';
import { searchViews } from '../support/searchViews.js';

const CROCKFORD = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
/** Many ids have a long end in common: characters are mostly the same one. */
const letter = fc.oneof(
  { weight: 12, arbitrary: fc.constant('A') },
  { weight: 1, arbitrary: fc.constantFrom(...CROCKFORD) },
);
const id = fc
  .array(letter, { minLength: 25, maxLength: 25 })
  .map((letters) => `0${letters.join('')}`);
const note = fc.record({
  id,
  team: fc.constantFrom(null, 'alpha', 'beta', 'Alpha'),
  revisions: fc.nat({ max: 2 }),
});
const sees = fc.constantFrom<Visibility[]>(
  EVERYTHING,
  { kind: 'team', team: 'alpha', savers: true },
  { kind: 'team', team: 'beta', savers: true },
);
const notes = fc.uniqueArray(note, { maxLength: 12, selector: ({ id }) => id });

test.prop([notes, id, fc.integer({ min: 8, max: 25 }), fc.boolean(), sees, fc.nat({ max: 40 })])(
  'the end of an id stands for exactly the notes that end in it, that the caller may see, and that were there',
  (given, other, length, isKnown, sees, as_of) => {
    let position = 0;
    const rows = given.flatMap(({ id, team, revisions }) => {
      const first = position + 1;
      return Array.from({ length: revisions + 1 }, (_, i) => {
        position += 1;
        const until = i === revisions ? null : position + 1;
        return { id, team, first, position, revision: i + 1, until };
      });
    });
    const end = (isKnown ? (given[0]?.id ?? other) : other).slice(-length);
    const saved = rows.filter(({ revision, first }) => revision === 1 && first <= as_of);
    const fitting = saved.filter(({ id, team }) => id.endsWith(end) && maySee(sees, team));
    const { views } = searchViews(rows);
    expect(idsWithEnd(views, sees, end, as_of)).toEqual(fitting.map(({ id }) => id));
    views.db.close();
  },
);
