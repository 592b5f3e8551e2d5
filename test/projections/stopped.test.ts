import { expect, test } from 'vitest';
import type { App } from '../../src/app.js';
import { allProjections } from '../../src/projections/allProjections.js';
import type { Projection } from '../../src/projections/projection.js';
import { testClient } from '../support/client.js';
import { testApp } from '../support/testApp.js';

/** A read model that cannot stand one title. */
const picky: Projection = {
  name: 'picky',
  version: 1,
  tables: { picky: 'CREATE TABLE picky (position INTEGER PRIMARY KEY) STRICT' },
  handlers: {
    'observation.saved': (view, { data, position }) => {
      view.run('INSERT INTO picky VALUES (?)', [position]);
      if (data.title === 'poison') throw new Error('I cannot stand this');
    },
  },
};

const rows = (app: App) =>
  app.projector.views
    .all<{ position: number }>('SELECT position FROM picky')
    .map(({ position }) => position);

test('a projection that throws stops alone, before the event that did it, and is seen to', async () => {
  const errors: string[] = [];
  const projections = [picky, ...allProjections];
  const onError = (error: unknown) => errors.push(String(error));
  const app = await testApp({}, { projections, onError });
  const client = await testClient(app);
  const save = (title: string) =>
    client.call('POST', '/api/v1/observations', { payload: { title, content: 'c', type: 'task' } });

  // Together, so that they share a commit: what comes before the culprit is kept.
  const answers = await Promise.all(['fine', 'poison', 'later'].map(save));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(rows(app)).toEqual([1]);
  expect((await client.call('GET', '/api/v1/search?q=poison')).json()).toHaveLength(1);
  expect((await client.call('GET', '/api/v1/search?q=later')).json()).toHaveLength(1);
  expect(errors).toEqual(['Error: projection picky stopped at event 2: I cannot stand this']);

  const ready = await client.call('GET', '/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.json().checks.views).toBe('picky stopped at event 2');
  const metrics = (await client.call('GET', '/api/v1/metrics')).body;
  expect(metrics).toContain('memory_vault_projection_lag_events{projection="picky"} 2');
  expect(metrics).toContain('memory_vault_projection_lag_events{projection="search"} 0');
});
