import type { Condition, Operations, ProjectionStatus } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { joined } from '../../../../web/pages/operations/joined.js';
import { pausedProjects } from '../../../../web/pages/operations/pausedProjects.js';
import { verdictOf } from '../../../../web/pages/operations/verdict.js';

const IDLE = { state: 'idle', done: 0, total: 0 } as const;
const WELL: Operations = {
  at: '2026-11-20T09:30:10Z',
  started_at: '2026-11-20T09:30:00Z',
  status: 'ready',
  checks: { log: 'ok', views: 'ok' },
  conditions: [],
  points: [],
  projections: [],
  rebuild: IDLE,
  verify: IDLE,
  backup: { ...IDLE, folder: '/backups' },
  log: { events: 2, bytes: 1 },
  views_bytes: 1,
  disk: null,
  backed_up_at: null,
  webhooks: [],
  hive: {
    state: 'disabled',
    reason: null,
    pending: 0,
    pushed_total: 0,
    refused: 0,
    last_pushed_at: null,
    consecutive_failures: 0,
    retry_at: null,
    last_error: null,
    lag_seconds: 0,
  },
};
const STOPPED: ProjectionStatus = {
  name: 'prompts',
  version: 5,
  position: 1,
  lag: 1,
  state: 'stopped',
  stopped: { position: 2, error: 'no content', event: '/admin/events?after=1&limit=1' },
};

test('a service without trouble is called well, and one that is not ready never is', () => {
  expect(verdictOf(WELL)).toEqual({ tone: 'good', title: 'Everything works', troubles: [] });
  const broken = { ...WELL, status: 'not_ready' as const, checks: { log: 'cannot be read' } };
  expect(verdictOf(broken)).toMatchObject({
    tone: 'bad',
    troubles: [{ what: 'The log: cannot be read' }],
  });
});

test('a stopped read model is named once, with its event and what to do', () => {
  const { tone, troubles } = verdictOf({
    ...WELL,
    status: 'not_ready',
    checks: { log: 'ok', views: 'prompts stopped at event 2' },
    projections: [STOPPED],
  });
  expect(tone).toBe('bad');
  expect(troubles).toHaveLength(1);
  expect(troubles[0]?.what).toBe('The read model prompts stopped at event 2: no content');
  expect(troubles[0]?.next).toContain('Nothing is lost');
});

test('conditions and a hub that takes nothing are warned of, with the next step', () => {
  const condition: Condition = {
    code: 'disk_nearly_full',
    level: 'warn',
    seconds: 5,
    meaning: 'the disk is nearly full',
    next: 'make room',
  };
  const hive = { ...WELL.hive, consecutive_failures: 2, last_error: 'refused' };
  const { tone, troubles } = verdictOf({ ...WELL, conditions: [condition], hive });
  expect(tone).toBe('warn');
  expect(troubles).toMatchObject([
    { what: 'The disk is nearly full', next: 'make room' },
    { what: 'No note is pushed to the hive: refused' },
  ]);
});

test('new points follow those of before, for one hour, and without new ones the list stays the same', () => {
  const point = (requests: number) => ({ requests }) as Operations['points'][number];
  const points = Array.from({ length: 360 }, (_, i) => point(i));
  const first = joined(undefined, { ...WELL, points });
  expect(joined(first, WELL).points).toBe(first.points);
  const next = joined(first, { ...WELL, points: [point(360)] });
  expect(next.points.map(({ requests }) => requests)).toEqual(
    Array.from({ length: 360 }, (_, i) => i + 1),
  );
});

test('of what paused and resumed a project, the last counts; a forgotten name is left out', () => {
  const event = (position: number, stream: string, type: string, data: unknown) => ({
    position,
    stream,
    type,
    data,
    id: '',
    version: 1,
    schema: 1,
    at: '',
    actor: '',
    hash: '',
  });
  const [paused, resumed] = ['hive.project_paused', 'hive.project_resumed'] as const;
  expect(
    pausedProjects([
      event(5, 'hive/a', resumed, { project: 'a' }),
      event(2, 'hive/a', paused, { project: 'a' }),
      event(3, 'hive/c', paused, { project: 'c' }),
      event(9, 'hive/b', paused, { project: 'b' }),
      event(4, 'hive/b', resumed, { project: 'b' }),
      event(6, 'hive/d', paused, null),
      event(7, 'hive/d', 'hive.project_forgotten', { paused: true }),
    ]),
  ).toEqual(['b', 'c']);
});
