import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Route } from '../../../src/http/route.js';
import { allRoutes } from '../../../src/http/routes/allRoutes.js';
import { NO_METRICS } from '../../support/noMetrics.js';

const FOLDER = new URL('../../../src/http/routes/', import.meta.url);

/** What the files of routes export, those aside that are made with something of the service. */
async function exportedRoutes(): Promise<readonly Route[]> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(files.map((file) => import(new URL(file, FOLDER).pathname)));
  return modules.flatMap((module) => Object.values(module).flat()).filter(isRoute);
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'operationId' in value;
}

test('every route that a file of routes exports is served', async () => {
  const exported = await exportedRoutes();
  const served = allRoutes(NO_METRICS, 'open');
  const named = (routes: readonly Route[]) => routes.map(({ operationId }) => operationId);
  expect(exported.length).toBeGreaterThan(served.length - 7);
  expect(named(exported).filter((id) => !named(served).includes(id))).toEqual([]);
});
