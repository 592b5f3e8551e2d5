import { expect, test } from 'vitest';
import { pageFiles } from '../../../src/http/answers/page.js';
import { testClient } from '../../support/client.js';
import { testApp } from '../../support/testApp.js';

test('the files of the page share one name in the metrics, which no release changes', async () => {
  const { server } = await testClient(await testApp());
  const hashed = pageFiles().filter(({ isHashed }) => isHashed);
  expect(hashed.length).toBeGreaterThan(2);
  for (const { path } of hashed) expect((await server.inject(path)).statusCode).toBe(200);
  const { body } = await server.inject('/metrics');
  const [, count] =
    /http_requests_total\{[^}]*route="\/assets\/\{file\}"[^}]*\} (\d+)/.exec(body) ?? [];
  expect(Number(count)).toBe(hashed.length);
  expect(body).not.toContain(hashed[0]?.path);
});
