import { expect, test } from 'vitest';
import { REBUILD, viewsChecks } from '../../../src/cli/doctor/serviceChecks.js';
import type { ServiceFacts } from '../../../src/cli/doctor/serviceFacts.js';
import { NONE, noService, READY, service } from './facts.js';

type Projections = NonNullable<ServiceFacts['projections']['told']>;
const one = { name: 'observations', version: 1, position: 9, lag: 0, state: 'current' } as const;
const idle = { state: 'idle', done: 0, total: 0 } as const;

const told = (
  projections: Projections['projections'],
  rebuild: Projections['rebuild'] = idle,
): ServiceFacts => service({ projections: { told: { projections, rebuild } } });

const stopped = {
  ...one,
  state: 'stopped',
  lag: 1,
  stopped: { position: 10, error: 'no title', event: '/x' },
} as const;

test('read models with all events are ok', () => {
  expect(viewsChecks(service())).toEqual([
    { name: 'read models', state: 'ok', says: '1 read model with all events applied' },
  ]);
});

test('one that stopped is wrong, one that is behind is to look at; a rebuild mends both', () => {
  const checks = viewsChecks(told([stopped, { ...one, name: 'prompts', lag: 4, state: 'behind' }]));
  const mended = { type: 'memory-vault rebuild', fix: REBUILD };
  expect(checks).toEqual([
    {
      name: 'observations',
      state: 'wrong',
      ...mended,
      says: 'stopped at event 10, which it could not apply: no title',
    },
    { name: 'prompts', state: 'warn', says: '4 events behind', ...mended },
  ]);
});

test('damage that the service tells of is wrong, and a rebuild mends it', () => {
  const conditions = [
    { code: 'views_damaged', level: 'error', meaning: 'damaged', next: '', seconds: 1 } as const,
  ];
  const checks = viewsChecks(service({ readiness: { told: { ...READY, conditions } } }));
  expect(checks).toMatchObject([{ name: 'views.db', state: 'wrong', fix: REBUILD }]);
});

test('while a rebuild runs, none is asked for', () => {
  const checks = viewsChecks(told([stopped], { state: 'building', done: 3, total: 9 }));
  expect(checks[0]).toMatchObject({ name: 'rebuild', state: 'warn' });
  expect(checks.filter(({ fix }) => fix !== undefined)).toEqual([]);
});

test('without the key of the owner, what everybody may know is told', () => {
  const asMember = (views: string) => {
    const checks = { ...READY.checks, views };
    const [check] = viewsChecks(
      service({
        projections: { why: 'forbidden' },
        readiness: { told: { ...READY, checks, conditions: [] } },
      }),
    );
    return check;
  };
  expect(asMember('ok')).toMatchObject({ state: 'ok' });
  expect(asMember('being built: 3 of 9 events read')).toMatchObject({ state: 'warn' });
  expect(asMember('observations is 3 events behind')).toMatchObject({ state: 'wrong' });
});

test('without a service they are unknown', () => {
  expect(viewsChecks(noService(NONE))).toMatchObject([{ state: 'unknown' }]);
});
