import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { VaultEvent } from '../../src/events/vaultEvent.js';
import { sdd } from '../../src/projections/documents.js';
import type { Projection } from '../../src/projections/projection.js';
import { applyEvents, type Progress } from '../../src/views/applyEvents.js';
import { createViews, cursorsOf, isOutdated, sourceOf } from '../../src/views/viewsFile.js';
import { redacted } from '../support/redacted.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const event = (position: number): VaultEvent => ({
  position,
  id: `event ${position}`,
  stream: 'sdd/p',
  version: position,
  type: 'sdd.phase_entered',
  at: position,
  meta: { actor: 'test' },
  data: { project: redacted('p'), phase: 'spec' },
});
const head = (position: number) => ({ position, hash: Buffer.alloc(32, position) });

test('repeated events in an overlapping page are applied once, and the source never goes back', () => {
  const counting: Projection = {
    ...sdd,
    tables: { seen: 'CREATE TABLE seen (position INTEGER) STRICT' },
    handlers: {
      'sdd.phase_entered': (view, { position }) =>
        view.run('INSERT INTO seen VALUES (?)', [position]),
    },
  };
  const views = createViews(join(temporaryDirectory(), 'views.db'), [counting]);
  let progress: readonly Progress[] = [{ projection: counting, position: 0 }];
  const apply = (...positions: number[]) => {
    progress = applyEvents(views, progress, positions.map(event), head(positions.at(-1) ?? 0));
  };
  apply(1, 2);
  apply(2, 3, 4);
  apply(2, 3);
  const seen = views.all<{ position: number }>('SELECT position FROM seen');
  expect(seen.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  expect(progress[0]?.position).toBe(4);
  expect(sourceOf(views).position).toBe(4);
  views.db.close();
});

/** An event that redacts the one at `target`, which is of a type. */
const redaction = (position: number, target: number, type: VaultEvent['type']): VaultEvent => ({
  ...event(position),
  stream: `redaction/${target}`,
  type: 'event.redacted',
  data: { position: target, type, schema: 1, data: {} },
});

const PHASE = 'sdd.phase_entered';

const REDACTIONS: [
  where: string,
  isOutdated: boolean,
  { pages: VaultEvent[][]; begun?: number; failsAt?: number },
][] = [
  ['a page after what it redacts', true, { pages: [[event(1)], [redaction(2, 1, PHASE)]] }],
  ['the page of what it redacts', false, { pages: [[event(1), redaction(2, 1, PHASE)]] }],
  [
    'its page, which comes twice',
    false,
    {
      pages: [
        [event(1), redaction(2, 1, PHASE)],
        [redaction(2, 1, PHASE), event(3)],
      ],
    },
  ],
  [
    'a file that was begun when the log had it',
    false,
    { begun: 2, pages: [[event(1)], [redaction(2, 1, PHASE)]] },
  ],
  [
    'a projection that does not take what it redacts',
    false,
    { pages: [[event(1)], [redaction(2, 1, 'prompt.saved')]] },
  ],
  [
    'a projection that stops before it',
    false,
    { failsAt: 2, pages: [[event(1)], [event(2), redaction(3, 1, PHASE)]] },
  ],
  [
    'a projection that stops after it',
    true,
    { failsAt: 3, pages: [[event(1)], [redaction(2, 1, PHASE), event(3)]] },
  ],
];

test.each(REDACTIONS)(
  'a redaction in %s outdates the projection: %s',
  (_where, expected, { pages, begun, failsAt }) => {
    const failing: Projection = {
      ...sdd,
      handlers: {
        [PHASE]: (_view, { position }) => {
          if (position === failsAt) throw new Error('it fails');
        },
      },
    };
    const views = createViews(join(temporaryDirectory(), 'views.db'), [failing], begun);
    let progress: readonly Progress[] = [{ projection: failing, position: 0 }];
    for (const page of pages) {
      progress = applyEvents(views, progress, page, head(page.at(-1)?.position ?? 0));
    }
    expect(progress.map(({ outdated = false }) => outdated)).toEqual([expected]);
    expect(cursorsOf(views).map(isOutdated)).toEqual([expected]);
    views.db.close();
  },
);
