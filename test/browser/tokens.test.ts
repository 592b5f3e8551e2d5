import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { emptyVault, filledVault } from '../support/browser/shownVault.js';

const shown = filledVault();
const open = emptyVault();

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const rows = (page: Page) => page.locator('.people-rows > li');

/** Fills the form, and gives the token, which the dialog shows once. */
async function make(page: Page, name: string, project = ''): Promise<string> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Save and change notes').check();
  await page.getByLabel('Only in these projects').fill(project);
  await click(page, 'Make the token');
  return (await page.getByRole('dialog').locator('.once code').textContent()) ?? '';
}

const save = (url: string, token: string, title: string) =>
  fetch(`${url}/api/v1/observations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ project: 'checkout', type: 'decision', title, content: title }),
  });

test.each([
  { width: 360, theme: 'dark' as const },
  { width: 1280, theme: 'light' as const },
])('at $width px, $theme, a member makes a token, sees it once, and revokes it', async (view) => {
  const opened = await openedAt(shown, '#/tokens', { who: 'bob', ...view });
  const { page } = opened;
  const { url } = shown.vault();
  const name = `ci-bot-${view.width}`;
  const token = await make(page, name, 'checkout\n\n mobile ');
  expect(token).toMatch(/^mvt_[0-9a-f]{64}$/);
  expect(await problemsOf(opened)).toEqual([]);
  await click(page, 'Copy the token');
  await click(page, 'I have stored it');
  const row = rows(page).filter({ hasText: name });
  await row.getByText('checkout, mobile').waitFor();
  expect(await row.textContent()).toMatch(/read\s*write[\s\S]*bob@example\.org[\s\S]*ends/);
  expect(await page.content()).not.toContain(token);
  expect(await problemsOf(opened)).toEqual([]);
  expect((await save(url, token, `By a token at ${view.width}`)).status).toBe(200);

  await click(page, `Revoke ${name} of bob@example.org`);
  await page.getByRole('dialog').getByText('stops working at once').waitFor();
  expect(await problemsOf(opened)).toEqual([]);
  await click(page, 'Cancel');
  expect(await rows(page).count()).toBe(1);
  await click(page, `Revoke ${name} of bob@example.org`);
  await click(page, 'Revoke the token');
  await page.getByText('None yet.', { exact: false }).waitFor();
  expect((await save(url, token, 'Too late')).status).toBe(401);
});

test('a name that is taken is said, and what was typed stays', async () => {
  const { page } = await openedAt(shown, '#/tokens', { who: 'eve' });
  await page.getByLabel('It lasts').selectOption('until you revoke it');
  await make(page, 'deploy');
  await click(page, 'I have stored it');
  expect(await page.getByLabel('Save and change notes').isChecked()).toBe(false);
  // The next one ends by itself, unless somebody says otherwise again.
  expect(await page.getByLabel('It lasts').inputValue()).toBe('90');
  await page.getByLabel('Name').fill('Deploy');
  await click(page, 'Make the token');
  await page.getByRole('alert').getByText('there is a token deploy already').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Deploy');
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  expect(await page.getByRole('button', { name: 'Make the token' }).isDisabled()).toBe(true);
});

test('an admin sees the tokens of all, and the log names a token also when it is revoked', async () => {
  const { url } = shown.vault();
  const bob = await openedAt(shown, '#/tokens', { who: 'bob' });
  const token = await make(bob.page, 'nightly');
  expect((await save(url, token, 'Saved by night')).status).toBe(200);
  const eve = await openedAt(shown, '#/tokens', { who: 'eve' });
  expect(await eve.page.locator('main').textContent()).not.toContain('nightly');

  const { page, go, settle } = await openedAt(shown, '#/tokens', { who: 'ada' });
  await rows(page).filter({ hasText: 'nightly' }).getByText('bob@example.org').waitFor();
  await go('#/trust');
  const event = page.locator('.event-row').filter({ hasText: 'Saved by night' });
  await event.getByText('bob@example.org via token nightly').waitFor();
  await event.click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.textContent()).toMatch(
    /bob@example\.org via token nightly member:\w+ token:\w+/,
  );
  await dialog.getByRole('button', { name: 'Close' }).click();
  await go('#/tokens');
  await click(page, 'Revoke nightly of bob@example.org');
  await click(page, 'Revoke the token');
  await page.getByText('The token was revoked.').waitFor();
  await go('#/trust');
  await event.getByText('bob@example.org via token nightly').waitFor();
  await settle();
});

test('in an open vault, whoever is there finds the tokens and makes one', async () => {
  const opened = await openedAt(open, '#/login', { who: 'anonymous' });
  const { page } = opened;
  await page.getByRole('link', { name: 'Tokens for agents and programs' }).click();
  await make(page, 'agent');
  await click(page, 'I have stored it');
  await rows(page).filter({ hasText: 'agent' }).getByText('anonymous').waitFor();
  expect(await problemsOf(opened)).toEqual([]);
});
