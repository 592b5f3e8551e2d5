import { expect } from 'vitest';
import type { Client } from './client.js';
import { ADMIN_KEY } from './testApp.js';

/** The required fields of a save, with the fields that a test changes. */
export function note(about: Record<string, unknown> = {}): Record<string, unknown> {
  return { title: 'A title', content: 'Some content.', type: 'learning', ...about };
}

/** A session id that is unknown to every vault. */
export const UNKNOWN_SESSION = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';

export const ADMIN = { 'x-admin-key': ADMIN_KEY } as const;

/** Saves a note and returns its id. */
export async function save(client: Client, about: Record<string, unknown> = {}): Promise<string> {
  const response = await client.call('POST', '/api/v1/observations', { payload: note(about) });
  expect(response.json()).toMatchObject({ id: expect.any(String) });
  expect(response.json()).not.toHaveProperty('deduplicated');
  return response.json().id;
}

/** Saves notes as the owner, who may set their ids and times. */
export async function importNotes(
  client: Client,
  notes: readonly Record<string, unknown>[],
): Promise<void> {
  const payload = notes.map(note);
  const headers = ADMIN;
  const response = await client.call('POST', '/api/v1/observations/batch', { payload, headers });
  expect(response.json()).toMatchObject({ stored: notes.length, failed: 0 });
}

/** The ids, or another member, of all items of a list. */
export async function listed(client: Client, url: string, member = 'id'): Promise<unknown[]> {
  const response = await client.call('GET', url);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().map((item: Record<string, unknown>) => item[member]);
}
