import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { partsOf } from '../../../src/app/app.js';
import { authorize } from '../../../src/http/door/authorize.js';
import { saveRoutes } from '../../../src/http/routes/saveObservation.js';
import { searchRoutes } from '../../../src/http/routes/search.js';
import { ADMIN_KEY, testApp } from '../../support/testApp.js';

const asked = (headers: Record<string, string>) =>
  // The cast leaves out what nobody reads to find a caller.
  ({ headers, raw: { rawHeaders: Object.entries(headers).flat() } }) as unknown as FastifyRequest;

test.each([
  [{}, 'anonymous'],
  [{ 'x-admin-key': ADMIN_KEY }, 'owner'],
  [{ authorization: `Bearer ${ADMIN_KEY}` }, 'owner'],
])('a caller with the headers %j is known without a promise', async (headers, kind) => {
  const parts = partsOf(await testApp());
  for (const route of [...saveRoutes, ...searchRoutes])
    expect(authorize(parts, route, asked(headers))).toEqual({ kind });
});
