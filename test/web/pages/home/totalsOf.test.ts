import { expect, test } from 'vitest';
import { totalsOf } from '../../../../web/pages/home/totalsOf.js';

test('the projects are summed up, and the last activity is the newest of all', () => {
  const project = (notes: number, at: string) => ({
    project: 'shop',
    observations_total: notes,
    sessions_total: 2,
    sessions_active: 1,
    last_activity_at: at,
  });
  expect(
    totalsOf([project(3, '2026-11-01T00:00:00Z'), project(4, '2026-11-20T00:00:00Z')]),
  ).toEqual({ notes: 7, sessions: 4, active: 2, lastAt: '2026-11-20T00:00:00Z' });
  expect(totalsOf([]).lastAt).toBeUndefined();
});
