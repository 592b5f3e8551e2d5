import { beforeAll, expect, test } from 'vitest';
import { SHOWN_AT } from '../../tools/page/pageVault.js';
import { openedAt } from '../support/browser/openedAt.js';
import { emptyVault } from '../support/browser/shownVault.js';
import { eventually } from '../support/eventually.js';

const shown = emptyVault();
const NOTES = 250;
const HOUR = 3_600_000;

/** Notes of 250 hours, one each; every fifth is a decision, and the newest 20 belong to a session. */
beforeAll(async () => {
  const vault = shown.vault();
  const { id } = await vault.ask<{ id: string }>('POST', '/api/v1/sessions', {
    project: 'long',
    agent: 'codex',
    goal: 'Count the hours',
  });
  const notes = Array.from({ length: NOTES }, (_, hours) => ({
    project: 'long',
    title: `Hour ${hours}`,
    content: `What was learnt ${hours} hours ago.`,
    type: hours % 5 === 0 ? 'decision' : 'learning',
    created_at: new Date(SHOWN_AT - hours * HOUR).toISOString(),
    ...(hours < 20 && { session_id: id }),
  }));
  await vault.ask('POST', '/api/v1/observations/batch', notes);
  for (const limit of ['three', 'five', 'seven']) {
    const content = `# Rules\n\nRetry ${limit} times.\n\nSay why.\n`;
    await vault.ask('PUT', '/api/v1/openspec/long', { content });
  }
});

const opened = (place: string) => openedAt(shown, place);

test('the timeline loads on while one scrolls, until the oldest note, with only some rows at a time', async () => {
  const { page, settle } = await opened('#/project/long');
  const rows = page.locator('.timeline .virtual > li');
  expect(await page.getByText('Hour 249', { exact: true }).count()).toBe(0);
  await eventually('the oldest note is there', async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await settle();
    expect(await page.getByText('Hour 249', { exact: true }).count()).toBe(1);
  });
  expect(await rows.count()).toBeLessThan(80);
  // With its days and the session, which is named on both of its days.
  expect(Number(await rows.first().getAttribute('aria-setsize'))).toBeGreaterThan(NOTES + 10);
});

test('notes stand under their session, which leads to its goal and all that was learnt in it', async () => {
  const { page, settle } = await opened('#/project/long');
  await page.locator('.timeline-session', { hasText: 'Count the hours' }).first().click();
  await page.locator('h1').getByText('Count the hours', { exact: true }).waitFor();
  await settle();
  expect(await page.locator('.note-row').count()).toBe(20);
});

test('a type and a day narrow the timeline, and the address keeps them', async () => {
  const { page } = await opened('#/project/long');
  await page.getByLabel('Type', { exact: true }).selectOption('decision');
  await page.getByLabel('Day', { exact: true }).fill('2026-11-19');
  await page.waitForURL(/type=decision&day=2026-11-19/);
  // Hours 10 to 33 ago were on that day.
  await eventually('the decisions of that day alone are there', async () =>
    expect(await page.locator('.timeline-note .note-title').allTextContents()).toEqual([
      'Hour 10',
      'Hour 15',
      'Hour 20',
      'Hour 25',
      'Hour 30',
    ]),
  );
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.locator('.timeline-note').nth(5).waitFor();
});

test('the heatmap says what is under the pointer, and a click shows that day', async () => {
  const { page } = await opened('#/project/long');
  const days = page.locator('.heatmap rect');
  expect(await page.locator('.heatmap figcaption').textContent()).toContain('250 notes on 11 days');
  const yesterday = days.nth(363);
  await yesterday.hover();
  await page.locator('.heatmap figcaption', { hasText: '19, 2026: 24 notes' }).waitFor();
  await yesterday.click();
  await page.waitForURL(/day=2026-11-19/);
  const titles = page.locator('.timeline-note .note-title');
  await eventually('the newest note of that day is the first', async () =>
    expect(await titles.first().textContent()).toBe('Hour 10'),
  );
});

test('conventions show what changed since the version before, and between any two', async () => {
  const { page } = await opened('#/project/long/conventions');
  const changed = (before: string, after: string) =>
    eventually(`${before} has become ${after}`, async () => {
      expect(await page.locator('.diff del').allTextContents()).toEqual([before]);
      expect(await page.locator('.diff ins').allTextContents()).toEqual([after]);
    });
  await changed('five', 'seven');
  await page.getByLabel('compared with').selectOption('1');
  await changed('three', 'seven');
  await page.getByRole('combobox', { name: /^Version/ }).selectOption('2');
  await changed('three', 'five');
});
