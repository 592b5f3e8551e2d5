import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { testApp } from '../../support/testApp.js';

const INTERNALS = 'SELECT body FROM events at /srv/vault/dist/log/sqlite.js:12';

const FAILURES: readonly [string, unknown][] = [
  ['an error', new Error(INTERNALS)],
  ['an error with a status', Object.assign(new Error(INTERNALS), { statusCode: 400 })],
  ['an error with a code', Object.assign(new Error(INTERNALS), { code: 'SQLITE_ERROR' })],
  [
    'an error with headers',
    Object.assign(new Error(INTERNALS), { headers: { 'x-sql': 'SELECT' } }),
  ],
  ['an error within', new Error('failed', { cause: new Error(INTERNALS) })],
  ['a text', INTERNALS],
  ['an object', { message: INTERNALS, toString: () => INTERNALS }],
  ['nothing', undefined],
];

/** A file of the vault that cannot be used is nothing that the service does not know. */
const OF_FILES: readonly [string, unknown][] = [
  ['an error of SQLite', Object.assign(new Error(INTERNALS), { code: 'SQLITE_CORRUPT' })],
  ['an error of the system', Object.assign(new Error(INTERNALS), { code: 'EACCES', path: '/srv' })],
];

const INTERNAL = {
  title: 'Internal Server Error',
  status: 500,
  code: 'internal_error',
  detail: 'the service failed: look for this request_id in its log',
};

const UNUSABLE = {
  title: 'Service Unavailable',
  status: 503,
  code: 'not_ready',
  detail:
    'a file of the vault cannot be read or written: look for this request_id in the log of the service',
};

test.each([
  ...FAILURES.map(([what, thrown]) => [what, thrown, INTERNAL] as const),
  ...OF_FILES.map(([what, thrown]) => [what, thrown, UNUSABLE] as const),
])(
  'a 5xx after %s was thrown reveals nothing about the service',
  async (_what, thrown, expected) => {
    const app = await testApp();
    const client = await testClient(app);
    app.search = () => Promise.reject(thrown);
    for (const accept of ['*/*', 'application/problem+json']) {
      const headers = { accept, 'x-request-id': 'r-1' };
      const failed = await client.call('GET', '/api/v1/search?q=x', { headers });
      expect(failed.json()).toEqual({
        type: 'about:blank',
        ...expected,
        error: expected.detail,
        request_id: 'r-1',
      });
      expect(JSON.stringify(failed.headers)).not.toMatch(/SELECT|srv/);
    }
  },
);
