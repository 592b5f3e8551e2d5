import type { LightMyRequestResponse } from 'fastify';
import type { Client } from './client.js';
import { note } from './notes.js';

const OBSERVATIONS = '/api/v1/observations';

/** Arbitrary answers of all kinds. */
export async function answers(
  client: Client,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse[]> {
  const json = { ...headers, 'content-type': 'application/json' };
  return Promise.all([
    client.call('GET', '/healthz', { headers }),
    client.call('GET', '/api/v1/metrics', { headers }),
    client.call('GET', '/openapi.json', { headers }),
    client.call('POST', OBSERVATIONS, { payload: note(), headers }),
    client.call('POST', OBSERVATIONS, { payload: '{', headers: json }),
    client.call('POST', OBSERVATIONS, { payload: ' '.repeat(1_048_577), headers: json }),
    client.call('POST', OBSERVATIONS, {
      payload: 'x',
      headers: { ...headers, 'content-type': 'a/b' },
    }),
    client.call('GET', '/api/v1/context/%zz', { headers }),
    client.call('GET', `/api/v1/context/${'x'.repeat(5000)}`, { headers }),
    client.call('GET', '/nowhere', { headers }),
    client.call('DELETE', '/healthz', { headers }),
    client.call('PUT', '/api/v1/sdd/p', { payload: { phase: 'spec' }, headers }),
  ]);
}
