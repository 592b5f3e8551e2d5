import { expect, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault } from '../support/browser/shownVault.js';
import { eventually } from '../support/eventually.js';

const shown = filledVault();

const NOTES = '/api/v1/observations';
const wait = (ms: number) => shown.vault().moveTo(shown.vault().now() + ms);
const saved = async (note: object) =>
  (
    await shown.vault().ask<{ id: string }>('POST', NOTES, {
      type: 'decision',
      content: 'We retry twice.\n\nThen a person is asked.',
      project: 'compared',
      ...note,
    })
  ).id;

/** Waits until a tab says how many there are. */
const counts = (page: Awaited<ReturnType<typeof openedAt>>['page'], text: string) =>
  page.getByRole('navigation', { name: 'Kinds of changes' }).getByText(text).waitFor();

test('two days are compared: what came, what changed with its words, what was superseded and what is gone', async () => {
  const changed = await saved({ title: 'Retry twice' });
  const old = await saved({ title: 'Old rule' });
  const gone = await saved({ title: 'A secret plan' });
  // The days of the page are whole: what was there before them has to be of the day before.
  const day = 86_400_000;
  wait(2 * day);
  const from = new Date(shown.vault().now()).toISOString().slice(0, 10);
  wait(day);
  await shown.vault().ask('PATCH', `${NOTES}/${changed}`, {
    title: 'Retry three times',
    content: 'We retry three times.\n\nThen a person is asked.',
  });
  await saved({ title: 'New rule', supersedes: old });
  await shown.vault().ask('DELETE', `${NOTES}/${gone}`);

  const open = await openedAt(shown, `#/changes?from=${from}&project=compared`, { width: 360 });
  const { page, settle } = open;
  await page.getByText('Title:').waitFor();
  expect(await page.locator('.fact-change').textContent()).toBe(
    'Title: Retry twice Retry three times',
  );
  // The key opens what the row has.
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  await page.locator('.diff ins', { hasText: 'three times' }).waitFor();
  expect(await page.locator('.diff del').textContent()).toContain('twice');
  expect(await problemsOf(open)).toEqual([]);

  await page.getByRole('link', { name: 'Added 1' }).click();
  await page.getByRole('link', { name: /New rule/ }).waitFor();
  await page.getByRole('link', { name: 'Superseded 1' }).click();
  await page.getByText('Superseded by').waitFor();
  expect(await page.locator('.rows').textContent()).toMatch(/Old rule.*Superseded by New rule/);
  await page.getByRole('link', { name: /Forgotten \d/ }).click();
  await page.getByText(gone.slice(-8)).waitFor();
  expect(await page.locator('main').textContent()).not.toContain('secret plan');
  expect(await problemsOf(open)).toEqual([]);

  await page.getByLabel('Project').selectOption('');
  await settle();
  expect(page.url()).not.toContain('project=');
  await page.getByLabel('To (empty: today)').fill('2020-01-01');
  await page.getByText('The first day is after the last one').waitFor();
  await open.go('#/changes?from=2099-01-01');
  expect(await page.getByText('The first day is after the last one').count()).toBe(1);
});

test('c leads from everywhere to the comparison, and from a project to that of the project', async () => {
  const { page } = await openedAt(shown, '#/prompts');
  await page.keyboard.press('c');
  await page.waitForURL(/#\/changes$/);
  await page.getByRole('heading', { name: 'Compare two days' }).waitFor();
  const { page: other, settle } = await openedAt(shown, '#/project/checkout');
  await settle();
  await other.keyboard.press('c');
  await other.waitForURL(/#\/changes\?project=checkout$/);
});

test.each([
  [768, 'dark'],
  [2560, 'light'],
] as const)('at %i px, %s, nothing is wrong', async (width, theme) => {
  const open = await openedAt(shown, '#/changes?from=2020-01-01', { width, theme });
  await counts(open.page, 'Added');
  await eventually('the notes are there', async () =>
    expect(await open.page.locator('.rows > li').count()).toBeGreaterThan(10),
  );
  await open.page.getByRole('button', { name: 'Show more' }).click();
  await eventually('more are there', async () =>
    expect(await open.page.locator('.rows > li').count()).toBeGreaterThan(50),
  );
  expect(await problemsOf(open)).toEqual([]);
});
