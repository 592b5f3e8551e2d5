import { expect, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault } from '../support/browser/shownVault.js';
import { eventually } from '../support/eventually.js';

const shown = filledVault();

test('a session shows what the agent was told, with a way to each note and to the events', async () => {
  const open = await openedAt(shown, `#/sessions/${shown.filled().sessions.active}`);
  const { page, settle } = open;
  await page.getByRole('link', { name: 'What the agent was told' }).click();
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  await settle();
  expect(await rows.count()).toBe(2);
  const first = await rows.first().textContent();
  expect(first).toContain('start');
  expect(first).toContain('485');
  expect(await rows.first().locator('a').count()).toBe(3);
  await rows.last().locator('a').first().click();
  await page.waitForURL(/#\/note\//);
  await page.goBack();
  await page.getByText('The events of this record').click();
  await page.waitForURL(/trust\?stream=told/);
  await page.locator('main [data-row]', { hasText: 'agent told' }).waitFor();
  expect(await problemsOf(open)).toEqual([]);
});

test('a session of which nothing was told says how agents are told', async () => {
  const vault = shown.vault();
  const { id } = await vault.ask<{ id: string }>('POST', '/api/v1/sessions', { project: 'p' });
  const { page } = await openedAt(shown, `#/sessions/${id}/told`);
  await page.getByText('The agent got no notes').waitFor();
});

test('a reader says whether a note holds, and one that is often wrong is marked', async () => {
  const vault = shown.vault();
  const note = { title: 'Doubted', content: 'It rounds up.', type: 'learning', project: 'p' };
  const { id } = await vault.ask<{ id: string }>('POST', '/api/v1/observations', note);
  const { id: session_id } = await vault.ask<{ id: string }>('POST', '/api/v1/sessions', {
    project: 'p',
  });
  const path = `/api/v1/observations/${id}/verdict`;
  await vault.ask('POST', path, { verdict: 'outdated', session_id });
  const open = await openedAt(shown, `#/note/${id}`);
  const { page } = open;
  const card = page.locator('.card', { hasText: 'Does it hold?' });
  expect(await card.locator('button').allTextContents()).toEqual([
    'Helped',
    'Outdated · 1',
    'Wrong',
  ]);
  await card.getByText('Wrong').click();
  await page.locator('.note-badges', { hasText: 'often wrong' }).waitFor();
  await eventually('the voices are counted', async () =>
    expect(await card.locator('button').allTextContents()).toEqual([
      'Helped',
      'Outdated · 1',
      'Wrong · 1',
    ]),
  );
  expect(await problemsOf(open)).toEqual([]);
});
