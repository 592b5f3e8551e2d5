import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVERYTHING } from '../../src/domain/caller.js';
import { DEVELOPER_STRINGS } from '../queries/search/developerStrings.js';
import { parts, runs } from '../support/depth.js';
import { searchAll } from '../support/searchAll.js';
import { searchVault } from '../support/searchVault.js';

const STRINGS = runs(500, 4_000);

test.each(parts(10))(
  `${STRINGS} random strings neither throw nor leave their project (%i)`,
  async () => {
    const { app } = await searchVault(
      DEVELOPER_STRINGS.map((content, i) => ({
        title: `note ${i}`,
        content,
        project: `p${i % 5}`,
      })),
    );
    const pieces = fc.constantFrom(
      '"',
      '(',
      ')',
      '*',
      '^',
      ':',
      '-',
      '+',
      ',',
      '{',
      '}',
      'AND',
      'OR',
      'NOT',
      'NEAR(',
      'title:',
      'scope:',
      'meta :',
      'note',
      'a',
      'error',
      '日本語',
      '😀',
      '\u0301',
      '\ud800',
      ' ',
    );
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(' ')),
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(...DEVELOPER_STRINGS),
    );
    const views = await app.readModels.latest();
    let searched = 0;
    let found = 0;
    fc.assert(
      fc.property(text, fc.nat({ max: 4 }), (q, n) => {
        const filters = { at: 0, project: `p${n}` };
        const search = { sees: EVERYTHING, q, filters, limit: 5, offset: 0, snippet: true };
        const { hits } = searchAll(views, search);
        searched += 1;
        found += hits.length;
        return hits.every(({ project }) => project === filters.project);
      }),
      { numRuns: STRINGS },
    );
    expect(searched).toBe(STRINGS);
    expect(found).toBeGreaterThan(STRINGS / 200);
  },
);
