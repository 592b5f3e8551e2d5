import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault } from '../support/browser/shownVault.js';
import { eventually } from '../support/eventually.js';

const shown = filledVault();

const NOTES = '/api/v1/observations';
const wait = (ms: number) => shown.vault().moveTo(shown.vault().now() + ms);

/** Saves notes of a project, the last one being the newest. Gives their ids. */
async function saved(project: string, titles: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    wait(1000);
    const note = { type: 'decision', content: `${title}.`, project, title, tags: ['old'] };
    ids.push((await shown.vault().ask<{ id: string }>('POST', NOTES, note)).id);
  }
  return ids;
}

type Note = Readonly<Record<'superseded_by' | 'pinned', unknown>> & { readonly tags: string[] };
const noteOf = (id = '') => shown.vault().ask<Note>('GET', `${NOTES}/${id}`);
const selected = (page: Page, text: string) =>
  page.locator('.chosen-bar', { hasText: text }).waitFor();
const said = (page: Page, text: string | RegExp) =>
  page.locator('.notices', { hasText: text }).waitFor();
const FIVE = ['one', 'two', 'three', 'four', 'five'];

test('keys choose one row, a range and all; tags are added and taken away, and that is undone', async () => {
  const ids = await saved('tagged', FIVE);
  const open = await openedAt(shown, '#/search?project=tagged', { width: 360 });
  const { page } = open;
  const { keyboard } = page;
  await page.locator('h1').click();
  await keyboard.press('j');
  await keyboard.press('x');
  await selected(page, '1 selected');
  await keyboard.press('j');
  await keyboard.press('j');
  await keyboard.press('Shift+X');
  await selected(page, '3 selected');
  expect(await page.getByLabel('Select “four”').isChecked()).toBe(true);
  expect(await problemsOf(open)).toEqual([]);
  await keyboard.press('Shift+T');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Add tags').fill('new\nspaced tag');
  await dialog.getByLabel('old (3)').check();
  expect(await problemsOf(open)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change the tags' }).click();
  await said(page, '3 notes tagged.');
  expect((await noteOf(ids[3])).tags).toEqual(['new', 'spaced tag']);
  expect((await noteOf(ids[0])).tags).toEqual(['old']);
  await keyboard.press('z');
  await said(page, '3 notes restored.');
  expect((await noteOf(ids[3])).tags).toEqual(['old']);
  // Without a row that has the focus, all are chosen.
  await page.locator('h1').click();
  await keyboard.press('Shift+X');
  await selected(page, '5 selected');
});

test('notes of a project are pinned, and the newest supersedes the others; both is undone', async () => {
  const ids = await saved('kept', FIVE.slice(0, 3));
  const open = await openedAt(shown, '#/project/kept', { width: 768, theme: 'dark' });
  const { page } = open;
  await page.getByLabel('Select “one”').check();
  await page.getByLabel('Select “three”').click({ modifiers: ['Shift'] });
  await selected(page, '3 selected');
  await page.keyboard.press('Shift+P');
  await said(page, '3 notes pinned.');
  await open.settle();
  // The list is asked for again, and the row is where it was.
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Select “three”');
  expect((await noteOf(ids[1])).pinned).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await said(page, '3 notes restored.');
  expect((await noteOf(ids[1])).pinned).toBeUndefined();

  await page.getByLabel('Select all shown').check();
  await page.getByRole('button', { name: 'Supersede…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /three/ }).waitFor();
  expect(await dialog.getByRole('radio', { name: /three/ }).isChecked()).toBe(true);
  expect(await problemsOf(open)).toEqual([]);
  await dialog.getByRole('button', { name: 'Supersede the others' }).click();
  await said(page, '2 notes superseded.');
  expect((await noteOf(ids[2])).superseded_by).toBeUndefined();
  expect((await noteOf(ids[1])).superseded_by).toBe(ids[2]);
  expect((await noteOf(ids[0])).superseded_by).toBe(ids[1]);
  await page.locator('main').focus();
  await page.keyboard.press('z');
  await said(page, '2 notes restored.');
  expect((await noteOf(ids[0])).superseded_by).toBeUndefined();
});

test('z takes back the last deed, and of tags only what it changed', async () => {
  const [id = ''] = await saved('last', ['only']);
  const { page } = await openedAt(shown, '#/search?project=last');
  const { keyboard } = page;
  const dialog = page.getByRole('dialog');
  const tag = (tags: string[]) => shown.vault().ask('PATCH', `${NOTES}/${id}`, { tags });
  await page.getByLabel('Select “only”').check();
  await keyboard.press('Shift+P');
  await said(page, '1 note pinned.');
  await page.getByLabel('Select “only”').check();
  await keyboard.press('Shift+T');
  await dialog.getByLabel('Add tags').fill('new\nthere');
  await dialog.getByLabel('old (1)').check();
  await tag(['old', 'there']);
  await dialog.getByRole('button', { name: 'Change the tags' }).click();
  await said(page, '1 note tagged.');
  expect((await noteOf(id)).tags).toEqual(['there', 'new']);
  await tag(['there', 'new', 'later']);
  await page.locator('h1').click();
  await keyboard.press('z');
  await said(page, '1 note restored.');
  expect(await noteOf(id)).toMatchObject({ tags: ['there', 'later', 'old'], pinned: true });
});

test('what somebody else did while the dialog is open is not overwritten', async () => {
  const [other, older, newer] = await saved('meanwhile', ['other', 'older', 'newer']);
  const { page } = await openedAt(shown, '#/search?project=meanwhile');
  await page.getByLabel('Select “older”').check();
  await page.getByLabel('Select “newer”').check();
  await page.keyboard.press('Shift+S');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /newer/ }).waitFor();
  await shown.vault().ask('PATCH', `${NOTES}/${newer}`, { supersedes: other });
  await dialog.getByRole('button', { name: 'Supersede the others' }).click();
  await page.locator('.notices').filter({ hasText: /\w/ }).waitFor();
  expect((await noteOf(other)).superseded_by).toBe(newer);
  expect((await noteOf(older)).superseded_by).toBeUndefined();
});

test('of notes of one moment, the one saved last is the newest; a chain that stands is said to', async () => {
  const ids: string[] = [];
  for (const title of ['first', 'second', 'third'])
    ids.push(
      (
        await shown.vault().ask<{ id: string }>('POST', NOTES, {
          ...{ type: 'decision', content: `${title}.`, project: 'moment', title },
        })
      ).id,
    );
  const { page } = await openedAt(shown, '#/search?project=moment');
  const dialog = page.getByRole('dialog');
  const supersede = async () => {
    await page.getByLabel('Select all shown').check();
    await page.keyboard.press('Shift+S');
    await dialog.getByRole('radio', { name: /third/ }).waitFor();
    expect(await dialog.getByRole('radio', { name: /third/ }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Supersede the others' }).click();
  };
  await supersede();
  await said(page, '2 notes superseded.');
  expect((await noteOf(ids[0])).superseded_by).toBe(ids[1]);
  await supersede();
  await said(page, 'The notes are already superseded.');
});

test('several are forgotten with one receipt that the log shows; where one cannot be, none is', async () => {
  const ids = await saved('forgotten', FIVE);
  const open = await openedAt(shown, '#/search?project=forgotten', { width: 2560 });
  const { page, go } = open;
  await page.getByLabel('Select “one”').check();
  await page.getByLabel('Select “two”').check();
  await shown.vault().ask('DELETE', `${NOTES}/${ids[1]}`);
  await page.keyboard.press('Shift+F');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Forget 2 notes' }).click();
  await dialog.getByText('nothing was forgotten, because 1 of 2 cannot be').waitFor();
  expect(await dialog.getByRole('alert').textContent()).not.toContain('/ids/');
  expect(await problemsOf(open)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await noteOf(ids[0])).tags).toEqual(['old']);

  await page.reload();
  await page.getByLabel('Select “one”').check();
  await page.getByLabel('Select “three”').check();
  await page.getByRole('button', { name: 'Forget…' }).click();
  await dialog.getByRole('button', { name: 'Forget 2 notes' }).click();
  await said(page, /2 notes forgotten\. Receipt [0-9A-Z]{8}\./);
  await eventually('they are gone from the list', async () =>
    expect(await page.locator('.note-row').count()).toBe(2),
  );
  await selected(page, 'Select all shown');
  await go('#/trust/erasures?show=acts');
  await page.getByText(/selected notes: 2 notes/).click();
  await page.getByRole('dialog').getByText('selected notes').waitFor();
  const facts = await page.getByRole('dialog').textContent();
  expect(facts).toContain(`${ids[2]?.slice(-8)}, ${ids[0]?.slice(-8)}`);
  expect(await problemsOf(open)).toEqual([]);
});

test('in the inbox, a range is chosen and tagged', async () => {
  const ids: string[] = [];
  for (const title of ['c', 'b', 'a']) {
    wait(1000);
    const note = { type: 'decision', content: 'A text.', project: 'range', title };
    const body = { ...note, state: 'proposed' };
    ids.push((await shown.vault().ask<{ id: string }>('POST', NOTES, body)).id);
  }
  const { page } = await openedAt(shown, '#/inbox?project=range');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await page.getByRole('button', { name: 'Accept 3' }).waitFor();
  await page.keyboard.press('Shift+T');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Add tags').fill('checked');
  await dialog.getByRole('button', { name: 'Change the tags' }).click();
  await said(page, '3 notes tagged.');
  await eventually('the cards show it', async () =>
    expect(await page.getByText('#checked').count()).toBe(3),
  );
  expect((await noteOf(ids[0])).tags).toEqual(['checked']);
});
