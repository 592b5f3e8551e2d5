import { expect } from 'vitest';
import type { Client } from './client.js';

/** What a browser says of a request that a page of the service itself sends. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' } as const;

/** The headers of a browser: what it says of itself, and the cookie that it got. */
export interface BrowserHeaders extends Record<string, string> {
  readonly cookie: string;
}

/** Logs a browser in with what a person pastes, and gives the headers of what the page sends after that. */
export async function browserWith(client: Client, token: string): Promise<BrowserHeaders> {
  const answer = await client.call('POST', '/auth/browser', {
    payload: { token },
    headers: OWN_PAGE,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...OWN_PAGE, cookie: cookieIn(answer.headers) };
}

/** The cookie that an answer sets, as a browser sends it. */
export function cookieIn(headers: Readonly<Record<string, unknown>>): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

/** Whom the service takes a browser for. */
export async function callerOf(client: Client, headers: Record<string, string>): Promise<string> {
  return (await client.call('GET', '/auth/browser', { headers })).json().caller;
}
