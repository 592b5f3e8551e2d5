import { expect } from 'vitest';
import type { Client } from './client.js';

export const SESSIONS = '/api/v1/sessions';
export const ALL = `${SESSIONS}/all`;

/** Starts a work session and returns the answer. */
export async function start(client: Client, about: Record<string, unknown> = {}) {
  const payload = { project: 'p', ...about };
  const response = await client.call('POST', SESSIONS, { payload });
  expect(response.statusCode).toBe(200);
  expect(response.headers['x-log-position']).toMatch(/^\d+$/);
  return response.json();
}

/** Ends a work session. */
export const end = (client: Client, id: string, summary: unknown) =>
  client.call('PUT', `${SESSIONS}/${id}`, { payload: { summary } });
