import { expect } from 'vitest';
import type { Client } from './client.js';
import { ADMIN } from './notes.js';

export const TEAMS = '/admin/teams';
export const MEMBERS = `${TEAMS}/payments/members`;
export const INVITES = `${TEAMS}/payments/invites`;
export const LOGINS = `${TEAMS}/payments/sessions`;

/** Sends a request as the owner. */
export const asOwner = (
  client: Client,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => client.call(method, url, { headers: ADMIN, ...(payload && { payload }) });

/** Like `asOwner`, but the request must succeed. Returns the answer. */
export async function made(client: Client, url: string, payload: object) {
  const response = await asOwner(client, 'POST', url, payload);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

export const redeem = (client: Client, token: string, headers = {}) =>
  client.call('POST', '/auth/redeem', { payload: { token }, headers });

/** Invites a member of the team payments and returns the token. */
export async function invited(client: Client, email: string): Promise<string> {
  return (await made(client, INVITES, { email })).token;
}

/** A member who is logged in. */
export interface LoggedIn {
  readonly member: string;
  readonly token: string;
  readonly headers: { readonly 'x-session-token': string };
}

/** Adds a member to the team payments, which is created if it is missing, and logs the member in. */
export async function loggedIn(
  client: Client,
  email = 'ada@example.org',
  role = 'member',
): Promise<LoggedIn> {
  await asOwner(client, 'POST', TEAMS, { name: 'payments' });
  const member = (await made(client, MEMBERS, { email, role })).id;
  return { member, ...(await loginOf(client, email)) };
}

/** Logs a member in again. */
export async function loginOf(client: Client, email: string): Promise<Omit<LoggedIn, 'member'>> {
  const response = await redeem(client, await invited(client, email));
  expect(response.statusCode, response.body).toBe(200);
  const token = response.json().session_token;
  return { token, headers: { 'x-session-token': token } };
}

export const me = (client: Client, headers: Record<string, string>) =>
  client.call('GET', '/auth/me', { headers });
