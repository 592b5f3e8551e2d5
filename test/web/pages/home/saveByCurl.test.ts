import { expect, test } from 'vitest';
import { saveByCurl } from '../../../../web/pages/home/saveByCurl.js';

test('the command for an open vault needs no login, that for a vault of members does', () => {
  const open = saveByCurl('http://127.0.0.1:7437', { needsLogin: false });
  expect(open).toMatch(/^curl http:\/\/127\.0\.0\.1:7437\/api\/v1\/observations \\\n/);
  expect(open).not.toContain('Authorization');
  expect(saveByCurl('https://vault.example', { needsLogin: true })).toContain(
    "-H 'Authorization: Bearer TOKEN'",
  );
});
