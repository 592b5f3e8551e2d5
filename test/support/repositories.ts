import { expect } from 'vitest';
import { type Client, testClient } from './client.js';
import { note } from './notes.js';
import { testApp } from './testApp.js';
import type { Headers } from './walledVault.js';

export const ACME = 'github.com/acme/api';
export const ELSE = 'github.com/else/api';
export const REPOSITORIES = '/api/v1/repositories';

export const inside = (repository: string, headers: Headers = {}) => ({
  ...headers,
  'x-vault-repository': encodeURIComponent(repository),
});

/** Saves a note as a program does in a checkout, and gives the project that it is in. */
export async function savedIn(
  client: Client,
  repository: string | undefined,
  content: string,
  headers: Headers = {},
  project = 'api',
): Promise<string> {
  const around = repository === undefined ? headers : inside(repository, headers);
  const payload = note({ project, content });
  const saved = await client.call('POST', '/api/v1/observations', { headers: around, payload });
  expect(saved.statusCode, saved.body).toBeLessThan(300);
  const { id } = saved.json();
  const got = await client.call('GET', `/api/v1/observations/${id}`, { headers });
  return got.json().project;
}

/** What a caller finds of a project, by content. */
export async function found(
  client: Client,
  project: string,
  headers: Headers = {},
): Promise<string[]> {
  const url = `/api/v1/timeline/${encodeURIComponent(project)}`;
  const answer = await client.call('GET', url, { headers });
  return answer.json().map(({ content }: { content: string }) => content);
}

export const listed = async (client: Client, headers: Headers = {}) =>
  (await client.call('GET', REPOSITORIES, { headers })).json();

export const claimed = async (
  client: Client,
  repository: string,
  more = {},
  headers: Headers = {},
) => {
  const payload = { repository, ...more };
  return (await client.call('POST', REPOSITORIES, { headers, payload })).json().project;
};

export async function openVault(): Promise<Client> {
  return testClient(await testApp());
}
