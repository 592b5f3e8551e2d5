import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { emptyVault, filledVault } from '../support/browser/shownVault.js';
import { testClient } from '../support/client.js';
import { LIST_TOOLS, oauthClient, PUBLIC, REDIRECT } from '../support/oauthClient.js';

const shown = filledVault({ VAULT_PUBLIC_URL: PUBLIC });
const closed = emptyVault();

const FORGETFUL = { scope: 'read write forget' };
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const box = (page: Page, name: string) => page.getByRole('checkbox', { name });

async function application() {
  const client = await testClient(shown.vault().app);
  const oauth = await oauthClient(client);
  const mcp = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await client.call('POST', '/mcp', { headers, payload: LIST_TOOLS })).statusCode;
  };
  return { oauth, mcp };
}

/** Where the browser goes with the answer. */
async function comesBack(page: Page, decide: () => Promise<void>): Promise<URLSearchParams> {
  await page.route(`${REDIRECT}**`, (route) => route.fulfill({ body: 'back' }));
  await decide();
  await page.waitForURL(`${REDIRECT}**`);
  return new URL(page.url()).searchParams;
}

test.each([
  { width: 360, theme: 'dark' as const },
  { width: 1280, theme: 'light' as const },
])(
  'at $width px, $theme, a member lets an application in, sees it and disconnects it',
  async (view) => {
    const { oauth, mcp } = await application();
    const asked = `#/connect?${oauth.request(FORGETFUL)}`;
    const opened = await openedAt(shown, asked, { who: 'bob', ...view });
    const { page, go } = opened;
    const main = page.locator('main');
    await main.getByText('asks to act in this vault for you, bob@example.org').waitFor();
    await main.getByText(new URL(oauth.id).host, { exact: true }).waitFor();
    await main.getByText('Another program here could pretend to be this application').waitFor();
    expect(await box(page, 'Erase notes for good').isChecked()).toBe(false);
    expect(await problemsOf(opened)).toEqual([]);
    await box(page, 'Read the notes that you may read').uncheck();
    await box(page, 'Save and change notes').uncheck();
    expect(await page.getByRole('button', { name: 'Let it in' }).isDisabled()).toBe(true);
    await box(page, 'Read the notes that you may read').check();
    await page.getByLabel('Only in these projects').fill('checkout');
    const answer = await comesBack(page, () => click(page, 'Let it in'));
    expect(answer.get('state')).toBe('of the client');
    const { access_token, scope } = (await oauth.exchange(answer.get('code') ?? '')).json();
    expect(scope).toBe('read');
    expect(await mcp(access_token)).toBe(200);

    await go('#/tokens');
    const name = `Example (${new URL(oauth.id).host})`;
    const card = page.locator('.card').filter({ hasText: 'Connected applications' });
    const row = card.locator('li').filter({ hasText: name });
    expect(await row.textContent()).toMatch(/read[\s\S]*in checkout[\s\S]*since[\s\S]*last used/);
    expect(await problemsOf(opened)).toEqual([]);
    await click(page, `Disconnect ${name} of bob@example.org`);
    await click(page, 'Disconnect it');
    await page.getByText('The application was disconnected.').waitFor();
    await card.waitFor({ state: 'detached' });
    expect(await mcp(access_token)).toBe(401);
  },
);

test('who says no is brought back, and the application has got nothing', async () => {
  const { oauth } = await application();
  const { page } = await openedAt(shown, `#/connect?${oauth.request()}`, { who: 'eve' });
  const answer = await comesBack(page, () => click(page, 'Refuse'));
  expect(answer.get('error')).toBe('access_denied');
  expect(answer.get('code')).toBeNull();
});

test('whoever is not logged in logs in first, and is asked then', async () => {
  const { oauth } = await application();
  const place = `#/connect?${oauth.request()}`;
  const { page } = await openedAt(shown, place, { who: 'anonymous' });
  await page.getByRole('link', { name: 'Log in', exact: true }).last().click();
  await page.getByLabel("Session token, owner's key or code").fill(shown.vault().owner);
  await click(page, 'Log in');
  await page.getByRole('button', { name: 'Let it in' }).waitFor();
  expect(new URL(page.url()).hash).toBe(place);
});

test('a request that is wrong leads nowhere before the person has seen it', async () => {
  const { oauth } = await application();
  const place = `#/connect?${oauth.request({ code_challenge: '' })}`;
  const opened = await openedAt(shown, place, { who: 'bob' });
  const { page } = opened;
  await page.getByText('PKCE is needed').waitFor();
  await page.getByText('127.0.0.1:7777').waitFor();
  expect(await page.getByRole('button', { name: 'Let it in' }).count()).toBe(0);
  expect(await problemsOf(opened)).toEqual([]);
  const answer = await comesBack(page, () => click(page, 'Send it the error and go back'));
  expect(answer.get('error')).toBe('invalid_request');
});

test('where no application is let in, the page says so and offers nothing', async () => {
  const opened = await openedAt(closed, '#/connect?client_id=nobody', { who: 'anonymous' });
  const { page } = opened;
  await page.getByRole('heading', { name: 'Connect an application', level: 1 }).waitFor();
  await page.getByText('accepts no applications').waitFor();
  expect(await page.getByRole('button', { name: 'Let it in' }).count()).toBe(0);
  expect(await problemsOf(opened)).toEqual([]);
});
