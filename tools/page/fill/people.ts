import type { PageVault } from '../pageVault.js';

/** A member who is logged in. */
export interface Person {
  readonly email: string;
  /** A session token. */
  readonly token: string;
}

/** Ada is an admin, Bob is a member, both of the team payments; Eve is a member of the team search. */
export interface People {
  readonly ada: Person;
  readonly bob: Person;
  readonly eve: Person;
  /** Id of the team payments. */
  readonly payments: string;
}

const PAYMENTS = 'payments';
const SEARCH = 'search';

/** Makes two teams with members, logins that are open and ended, and invites in every state. */
export async function admitPeople(vault: PageVault): Promise<People> {
  const [payments = ''] = await Promise.all(
    [PAYMENTS, SEARCH].map(async (name) => {
      return (await vault.ask<{ id: string }>('POST', '/admin/teams', { name })).id;
    }),
  );
  const ada = await admit(vault, PAYMENTS, 'ada@example.org', 'admin');
  const bob = await admit(vault, PAYMENTS, 'bob@example.org');
  const eve = await admit(vault, SEARCH, 'eve@example.org');
  await admit(vault, SEARCH, 'grace@example.org');
  const ended = await invite(vault, PAYMENTS, bob.email);
  await vault.ask('POST', '/auth/redeem', { token: ended.token });
  await vault.ask('DELETE', `/admin/teams/${PAYMENTS}/sessions/${ended.id}`);
  const revoked = await invite(vault, SEARCH, eve.email);
  await vault.ask('DELETE', `/admin/teams/${SEARCH}/invites/${revoked.id}`);
  await invite(vault, SEARCH, eve.email);
  return { ada, bob, eve, payments };
}

/** Invites a member: the token is shown this once. */
export function invite(vault: PageVault, team: string, email: string) {
  return vault.ask<{ id: string; token: string }>('POST', `/admin/teams/${team}/invites`, {
    email,
  });
}

async function admit(
  vault: PageVault,
  team: string,
  email: string,
  role: 'admin' | 'member' = 'member',
): Promise<Person> {
  await vault.ask('POST', `/admin/teams/${team}/members`, { email, role });
  const { token } = await invite(vault, team, email);
  const login = await vault.ask<{ session_token: string }>('POST', '/auth/redeem', { token });
  return { email, token: login.session_token };
}
