import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { VaultEvent } from '../../src/events/vaultEvent.js';
import type { Projection } from '../../src/projections/projection.js';
import { sdd } from '../../src/projections/sdd.js';
import { applyEvents, type Progress } from '../../src/views/applyEvents.js';
import { createViews, sourceOf } from '../../src/views/viewsFile.js';
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
