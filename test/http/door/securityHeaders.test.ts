import { expect, test } from 'vitest';
import { answers } from '../../support/answers.js';
import { testClient } from '../../support/client.js';
import { testApp } from '../../support/testApp.js';

test('every answer tells browsers not to run, frame, sniff or cache it', async () => {
  const client = await testClient(await testApp());
  const preflight = await client.call('OPTIONS', '/api/v1/observations');
  for (const { headers } of [...(await answers(client)), preflight]) {
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  }
});

test('there is no HSTS header, which is left to the proxy in front', async () => {
  const client = await testClient(await testApp());
  const { headers } = await client.call('GET', '/healthz');
  expect(headers).not.toHaveProperty('strict-transport-security');
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  expect(headers).not.toHaveProperty('x-powered-by');
});
