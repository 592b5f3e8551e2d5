import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeProblems } from '../../tools/page/axeProblems.js';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault, type Who } from '../support/browser/shownVault.js';

const shown = filledVault();

const opened = (who: Who, place: string) => openedAt(shown, place, { who });

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The text of something that is there. */
const textOf = async (one: Locator) => (await one.textContent()) ?? '';

/** What somebody who looks at this computer later could find. */
const kept = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }]),
  );

/** Makes a team with one member, and gives the message with the invite. */
async function invitedTo(page: Page, team: string, email: string): Promise<string> {
  await page.getByLabel(/^Name/).fill(team);
  await click(page, 'Create the team');
  await heading(page, team);
  await page.getByLabel(/^E-mail/).fill(email);
  await click(page, 'Add and invite');
  const dialog = page.getByRole('dialog');
  const message = await textOf(dialog.locator('pre'));
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  return message;
}

test('a person joins with the message of an invite, keeps a token, and is out when an admin ends the login', async () => {
  const owner = await opened('owner', '#/people');
  const message = await invitedTo(owner.page, 'refunds', 'joan@example.org');
  const joan = await opened('anonymous', '#/join');
  await joan.page.getByLabel(/^Invite/).fill(message);
  await click(joan.page, 'Join');
  await heading(joan.page, 'Welcome');
  await joan.page.getByText('logged in for 8 hours').waitFor();
  const token = await textOf(joan.page.locator('.once code'));
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(await problemsOf(joan)).toEqual([]);
  await joan.page.getByRole('link', { name: /go to the vault/ }).click();
  await joan.settle();
  expect(await kept(joan.page)).not.toContain(token);
  await joan.go('#/login');
  expect(await textOf(joan.page.locator('main'))).toMatch(/joan@example\.org[\s\S]*refunds/);
  expect(await problemsOf(joan)).toEqual([]);

  await owner.page.reload();
  await click(owner.page, 'End the login of joan@example.org');
  await owner.page.getByRole('dialog').getByText('stops working at once').waitFor();
  await click(owner.page, 'End the login');
  await owner.page.getByText('The login was ended.').waitFor();
  await joan.go('#/login');
  await heading(joan.page, 'Log in');
  await click(owner.page, 'Remove the team…');
  await click(owner.page, 'Remove the team');
  await heading(owner.page, 'People');
  expect(await problemsOf(owner)).toEqual([]);
});

test('an invite and a removal say in which other teams the person is', async () => {
  const { page, settle } = await opened('owner', '#/people');
  await invitedTo(page, 'looms', 'edith@example.org');
  await page.getByRole('link', { name: 'All teams' }).click();
  await heading(page, 'People');
  await settle();
  await page.getByLabel(/^Name/).fill('wheels');
  await click(page, 'Create the team');
  await heading(page, 'wheels');
  await page.getByLabel(/^E-mail/).fill('Edith@example.org');
  await click(page, 'Add and invite');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('also a member of looms').waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await click(page, 'Remove Edith@example.org');
  await click(page, 'Remove the member');
  await page.getByText('The member was removed. Still a member of looms.').waitFor();
});

test('an invite that is revoked, and a member that is removed, are gone from the lists', async () => {
  const { page, settle } = await opened('owner', '#/people');
  await invitedTo(page, 'returns', 'mary@example.org');
  await click(page, 'Revoke the invite of mary@example.org');
  await click(page, 'Revoke the invite');
  await page.getByText('1 invite used or ended').waitFor();
  await click(page, 'Remove mary@example.org');
  await page.getByRole('dialog').getByText('Notes whose author is this address stay').waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await click(page, 'Remove the member');
  await page.getByText('The member was removed.').waitFor();
  await settle();
  expect(await textOf(page.locator('main'))).not.toContain('mary@example.org');
});

test('a code of memory-vault open logs in, leads back, and is nowhere kept; logging out ends it', async () => {
  const { page, go, settle } = await opened('anonymous', '#/login?to=/people');
  const asked = await fetch(`${shown.vault().url}/auth/code`, {
    method: 'POST',
    headers: { 'x-admin-key': shown.vault().owner },
  });
  const { code } = (await asked.json()) as { code: string };
  await page.getByLabel(/^Session token/).fill(code.toLowerCase());
  await click(page, 'Log in');
  await heading(page, 'People');
  await settle();
  expect(await kept(page)).not.toMatch(new RegExp(code, 'i'));
  await go('#/login');
  await click(page, 'Log out');
  await heading(page, 'Log in');
  await go('#/people');
  await page.getByText('People is for admins').waitFor();
});

test('what is no credential is refused at the field, in words, and stays to be corrected', async () => {
  const { page } = await opened('anonymous', '#/login');
  const field = page.getByLabel(/^Session token/);
  await field.fill('nonsense');
  await click(page, 'Log in');
  const said = await textOf(page.getByRole('alert'));
  expect(said).toMatch(/session token[\s\S]*key[\s\S]*code[\s\S]*invite/);
  expect(await field.inputValue()).toBe('nonsense');
  expect(await axeProblems(page)).toEqual([]);
});

test('a member sees the own login and the own team, and nobody of another one', async () => {
  const { page } = await opened('bob', '#/login');
  const text = await textOf(page.locator('main'));
  const { people } = shown.filled();
  expect(text).toContain(people.ada.email);
  expect(text).not.toContain(people.eve.email);
});
